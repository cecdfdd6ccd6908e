! The exact motion of a mass of 100 kg that is pushed over a rough floor (Dlubal 0116), and what more friction changes.
!
!     gfortran stickslip.f90 block.f90 $(pkg-config --libs stickslip_c) -o block
program block
  use stickslip
  implicit none
  type(c_ptr) :: problem, motion
  real(c_double), allocatable :: times(:), places(:)
  real(c_double) :: rest
  integer :: i

  call check(problem_open("dlubal-0116" // c_null_char, problem))
  call check(simulate(problem, c_null_ptr, motion))
  times = column(motion, "events.t")
  places = column(motion, "events.x")
  do i = 1, size(times)
    print '(a, f10.6, a, f10.6, a)', "t = ", times(i), " s   x = ", places(i), " m"
  end do
  call check(column_value(motion, "final.x" // c_null_char, rest))
  print '(a, f8.6, a)', "comes to rest at ", rest, " m"
  call result_free(motion)

  call check(problem_set_number(problem, "friction.mu" // c_null_char, 0.4_c_double))
  call check(simulate(problem, c_null_ptr, motion))
  call check(column_value(motion, "final.x" // c_null_char, rest))
  print '(a, f8.6, a)', "with four times the friction at ", rest, " m"
  call result_free(motion)
  call problem_free(problem)
end program

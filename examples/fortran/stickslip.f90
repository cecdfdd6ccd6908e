! The C interface for Fortran: the functions that this example needs. Others are declared in the same way, from stickslip.h.
module stickslip
  use, intrinsic :: iso_c_binding
  implicit none
  public

  integer(c_int), parameter :: stickslip_ok = 0

  interface
    function problem_open(name, problem) result(status) bind(c, name="stickslip_problem_open")
      import
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), intent(out) :: problem
      integer(c_int) :: status
    end function

    function problem_set_number(problem, key, value) result(status) bind(c, name="stickslip_problem_set_number")
      import
      type(c_ptr), value :: problem
      character(kind=c_char), intent(in) :: key(*)
      real(c_double), value :: value
      integer(c_int) :: status
    end function

    function simulate(problem, request, motion) result(status) bind(c, name="stickslip_simulate")
      import
      type(c_ptr), value :: problem, request
      type(c_ptr), intent(out) :: motion
      integer(c_int) :: status
    end function

    function column_find(answer, name, index) result(status) bind(c, name="stickslip_column_find")
      import
      type(c_ptr), value :: answer
      character(kind=c_char), intent(in) :: name(*)
      integer(c_size_t), intent(out) :: index
      integer(c_int) :: status
    end function

    function column_length(answer, index) result(length) bind(c, name="stickslip_column_length")
      import
      type(c_ptr), value :: answer
      integer(c_size_t), value :: index
      integer(c_size_t) :: length
    end function

    function column_copy(answer, index, capacity, to) result(status) bind(c, name="stickslip_column_copy")
      import
      type(c_ptr), value :: answer
      integer(c_size_t), value :: index, capacity
      real(c_double), intent(out) :: to(*)
      integer(c_int) :: status
    end function

    function column_value(answer, name, number) result(status) bind(c, name="stickslip_value")
      import
      type(c_ptr), value :: answer
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(out) :: number
      integer(c_int) :: status
    end function

    function last_error() result(sentence) bind(c, name="stickslip_error")
      import
      type(c_ptr) :: sentence
    end function

    subroutine problem_free(problem) bind(c, name="stickslip_problem_free")
      import
      type(c_ptr), value :: problem
    end subroutine

    subroutine result_free(answer) bind(c, name="stickslip_result_free")
      import
      type(c_ptr), value :: answer
    end subroutine

    function text_length(text) result(length) bind(c, name="strlen")
      import
      type(c_ptr), value :: text
      integer(c_size_t) :: length
    end function
  end interface

contains

  ! Ends the program with the sentence of the library unless all is well.
  subroutine check(status)
    integer(c_int), intent(in) :: status
    character(kind=c_char), pointer :: letters(:)
    type(c_ptr) :: sentence
    if (status == stickslip_ok) return
    sentence = last_error()
    call c_f_pointer(sentence, letters, [text_length(sentence)])
    print '(*(a))', letters
    stop 1
  end subroutine

  ! The numbers of a column.
  function column(answer, name) result(numbers)
    type(c_ptr), intent(in) :: answer
    character(*), intent(in) :: name
    real(c_double), allocatable :: numbers(:)
    integer(c_size_t) :: index, length
    call check(column_find(answer, name // c_null_char, index))
    length = column_length(answer, index)
    allocate (numbers(length))
    call check(column_copy(answer, index, length, numbers))
  end function
end module

# `cmake --install` puts the program, the library, its headers and what find_package(stickslip) needs under one prefix;
# `cpack` makes a Debian package of the same files.
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/stickslip)
install(TARGETS stickslip_cli stickslip_explore stickslip_reproduce stickslip_structure_cli)
foreach(module stickslip_mpi stickslip_cuda)
  if(TARGET ${module})
    install(TARGETS ${module} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/stickslip)
  endif()
endforeach()
install(TARGETS stickslip stickslip_structure stickslip_c EXPORT stickslip-targets FILE_SET HEADERS)
# Where `./stickslip explore` has built the page, it goes along.
install(DIRECTORY ${PROJECT_BINARY_DIR}/page DESTINATION ${CMAKE_INSTALL_DATADIR}/stickslip OPTIONAL)
set(described ${PROJECT_BINARY_DIR}/share)
install(FILES ${described}/stickslip.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${described}/stickslip DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${described}/_stickslip DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${described}/stickslip.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES README.md CHANGELOG.md TYPE DOC)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(EXPORT stickslip-targets NAMESPACE stickslip:: DESTINATION ${package_folder})
# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/stickslip-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/stickslip-config.cmake ${PROJECT_BINARY_DIR}/stickslip-config-version.cmake
        DESTINATION ${package_folder})

# One package holds everything: the program, the static library, and the shared one for C.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The stickslip authors")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON) # so that installing it makes the C library known to the loader
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gnuplot-nox, fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libtbb-dev")
include(CPack)

# `find_package(sextant)` for other projects: sextant::sextant is all of the library; sextant::float and sextant::double
# add the number type for whoever uses the classes of an engine directly.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set_target_properties(sextant_library PROPERTIES EXPORT_NAME sextant)
set_target_properties(sextant_float PROPERTIES EXPORT_NAME float)
set_target_properties(sextant_double PROPERTIES EXPORT_NAME double)
set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/sextant)

install(TARGETS sextant_library sextant_float sextant_double EXPORT sextant_targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT sextant_targets NAMESPACE sextant:: DESTINATION ${package_directory})
install(DIRECTORY sextant DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" PATTERN "*.def"
        PATTERN cli EXCLUDE)
if(TARGET sextant)
  install(TARGETS sextant RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  # Completions and manual pages, written by the program itself from its own options.
  set(shell_directory ${PROJECT_BINARY_DIR}/shell)
  install(CODE "
    file(MAKE_DIRECTORY \"${shell_directory}\")
    foreach(shell bash zsh fish)
      execute_process(COMMAND \"$<TARGET_FILE:sextant>\" completion \${shell}
                      OUTPUT_FILE \"${shell_directory}/\${shell}\" COMMAND_ERROR_IS_FATAL ANY)
    endforeach()
    execute_process(COMMAND \"$<TARGET_FILE:sextant>\" manual \"${shell_directory}/man1\"
                    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)")
  install(FILES ${shell_directory}/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME sextant)
  install(FILES ${shell_directory}/zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _sextant)
  install(FILES ${shell_directory}/fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME sextant.fish)
  install(DIRECTORY ${shell_directory}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
endif()

configure_file(cmake/sextant-config.cmake ${PROJECT_BINARY_DIR}/sextant-config.cmake @ONLY)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sextant-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sextant-config.cmake cmake/find_dnnl.cmake cmake/find_text_libraries.cmake
              cmake/find_series_libraries.cmake
              ${PROJECT_BINARY_DIR}/sextant-config-version.cmake
        DESTINATION ${package_directory})

# `find_package(sextant)` for other projects: sextant::sextant (float) and sextant::sextant_double.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set_target_properties(sextant_core PROPERTIES EXPORT_NAME core)
set_target_properties(sextant_sweep PROPERTIES EXPORT_NAME sweep)
set_target_properties(sextant_experiment PROPERTIES EXPORT_NAME experiment)
set_target_properties(sextant_float PROPERTIES EXPORT_NAME sextant)
set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/sextant)

install(TARGETS sextant_core sextant_sweep sextant_experiment sextant_float sextant_double EXPORT sextant_targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT sextant_targets NAMESPACE sextant:: DESTINATION ${package_directory})
install(DIRECTORY sextant DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" PATTERN "*.def"
        PATTERN cli EXCLUDE PATTERN report EXCLUDE)
if(TARGET sextant)
  install(TARGETS sextant RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

configure_file(cmake/sextant-config.cmake ${PROJECT_BINARY_DIR}/sextant-config.cmake @ONLY)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sextant-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sextant-config.cmake cmake/find_dnnl.cmake cmake/find_text_libraries.cmake
              cmake/find_series_libraries.cmake
              ${PROJECT_BINARY_DIR}/sextant-config-version.cmake
        DESTINATION ${package_directory})

# The report and its page. The page is built from web/ with npm and put into the library; without npm it is left out, and
# `sextant report` says so.
find_package(PkgConfig REQUIRED)
pkg_check_modules(HTTPLIB REQUIRED IMPORTED_TARGET cpp-httplib)
find_program(SEXTANT_NPM npm)
set(page_default OFF)
if(SEXTANT_NPM)
  set(page_default ON)
endif()
option(SEXTANT_PAGE "build the page with npm" ${page_default})

if(SEXTANT_PAGE)
  set(page_directory ${PROJECT_BINARY_DIR}/page)
  file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/*)
  list(APPEND page_sources ${PROJECT_SOURCE_DIR}/web/index.html ${PROJECT_SOURCE_DIR}/web/vite.config.js)
  set(page_packages ${PROJECT_SOURCE_DIR}/web/package.json ${PROJECT_SOURCE_DIR}/web/package-lock.json)
  # npm works beside the build, so that nothing is written between the sources.
  add_custom_command(OUTPUT ${page_directory}/packages.stamp
    COMMAND ${CMAKE_COMMAND} -E copy ${page_packages} ${PROJECT_SOURCE_DIR}/web/.npmrc ${page_directory}
    COMMAND ${SEXTANT_NPM} ci --no-audit --no-fund --loglevel=error
    COMMAND ${CMAKE_COMMAND} -E touch packages.stamp
    DEPENDS ${page_packages} WORKING_DIRECTORY ${page_directory}
    COMMENT "Fetching the packages of the page (without network: -DSEXTANT_PAGE=OFF)" VERBATIM)
  add_custom_command(OUTPUT ${page_directory}/dist/index.html
    COMMAND ${CMAKE_COMMAND} -E copy_directory ${PROJECT_SOURCE_DIR}/web/src src
    COMMAND ${CMAKE_COMMAND} -E copy ${PROJECT_SOURCE_DIR}/web/index.html ${PROJECT_SOURCE_DIR}/web/vite.config.js
            ${PROJECT_SOURCE_DIR}/web/tsconfig.json .
    COMMAND ${SEXTANT_NPM} run --silent build
    DEPENDS ${page_directory}/packages.stamp ${page_sources} ${PROJECT_SOURCE_DIR}/web/tsconfig.json
    WORKING_DIRECTORY ${page_directory} COMMENT "Building the page" VERBATIM)
  file(MAKE_DIRECTORY ${page_directory})
  add_custom_target(sextant_page DEPENDS ${page_directory}/dist/index.html)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/sextant/report/page.cpp PROPERTIES
    OBJECT_DEPENDS ${page_directory}/dist/index.html
    COMPILE_DEFINITIONS "SEXTANT_PAGE_FILE=\"${page_directory}/dist/index.html\"")
else()
  message(STATUS "The page is left out: npm was not found or SEXTANT_PAGE is off")
endif()

function(sextant_put_page_into target)
  if(SEXTANT_PAGE)
    add_dependencies(${target} sextant_page)
  endif()
endfunction()

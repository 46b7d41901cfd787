# The program `sextant`: parses, calls the library, formats what comes back.
find_package(CLI11 REQUIRED)

file(GLOB cli_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/sextant/cli/*.cpp)
add_executable(sextant ${cli_sources})
target_link_libraries(sextant PRIVATE sextant_library CLI11::CLI11)
sextant_compile_options(sextant)
sextant_light(sextant)
sextant_unity(sextant 0)  # all in one: no header is read twice
if(NOT SEXTANT_UNITY)
  sextant_precompile(sextant <CLI/CLI.hpp> <nlohmann/json.hpp>)
endif()

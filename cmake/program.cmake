# The program `sextant`: its commands are compiled once per number type, main.cpp chooses between them.
find_package(CLI11 REQUIRED)

set(cli_twice analyse_command list_command progress train_command verify_command)
list(TRANSFORM cli_twice PREPEND ${PROJECT_SOURCE_DIR}/sextant/cli/)
list(TRANSFORM cli_twice APPEND .cpp)
foreach(precision IN ITEMS float double)
  add_library(sextant_cli_${precision} STATIC ${cli_twice})
  # PRIVATE: the number type of one half must not reach main.cpp.
  target_link_libraries(sextant_cli_${precision} PUBLIC sextant_core PRIVATE sextant_${precision} sextant_experiment)
  sextant_compile_options(sextant_cli_${precision})
  sextant_precompile(sextant_cli_${precision} <nlohmann/json.hpp>)
  sextant_light(sextant_cli_${precision})
endforeach()

# Everything else in cli/ knows no number type and is compiled once.
file(GLOB cli_once CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/sextant/cli/*.cpp)
list(REMOVE_ITEM cli_once ${cli_twice})
add_executable(sextant ${cli_once})
target_link_libraries(sextant PRIVATE sextant_cli_float sextant_cli_double sextant_discover sextant_experiment sextant_geometry sextant_report
  CLI11::CLI11)
sextant_compile_options(sextant)
sextant_precompile(sextant <CLI/CLI.hpp> <nlohmann/json.hpp>)
sextant_light(sextant)

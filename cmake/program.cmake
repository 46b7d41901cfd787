# The program `sextant`: its commands are compiled once per number type, main.cpp chooses between them.
find_package(CLI11 REQUIRED)

set(cli_twice list_command progress train_command verify_command)
list(TRANSFORM cli_twice PREPEND ${PROJECT_SOURCE_DIR}/sextant/cli/)
list(TRANSFORM cli_twice APPEND .cpp)
foreach(precision IN ITEMS float double)
  add_library(sextant_cli_${precision} STATIC ${cli_twice})
  # PRIVATE: the number type of one half must not reach main.cpp.
  target_link_libraries(sextant_cli_${precision} PUBLIC sextant_core PRIVATE sextant_${precision})
  sextant_compile_options(sextant_cli_${precision})
endforeach()

add_executable(sextant sextant/cli/main.cpp sextant/cli/interruption.cpp sextant/cli/job.cpp)
target_link_libraries(sextant PRIVATE sextant_cli_float sextant_cli_double CLI11::CLI11)
sextant_compile_options(sextant)

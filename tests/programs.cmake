# Tests that need a program of their own: the command line, the counting of allocations, oracles, and what is disturbed.

foreach(precision IN ITEMS float double)
  set(program allocations_${precision})
  add_executable(${program} allocations/count.cpp allocations/counter.cpp)
  target_link_libraries(${program} PRIVATE sextant_${precision})
  sextant_compile_options(${program})
  sextant_light(${program})
  add_test(NAME ${program} COMMAND ${program})
  set_tests_properties(${program} PROPERTIES LABELS fast)
endforeach()

add_executable(power_cut durability/power_cut/order.cpp durability/power_cut/disk.cpp)
target_link_libraries(power_cut PRIVATE sextant_float)
sextant_compile_options(power_cut)
sextant_light(power_cut)
add_test(NAME power_cut COMMAND power_cut)
set_tests_properties(power_cut PROPERTIES LABELS fast)

# The scheduler, its crews and the locks on a virtual clock; tests/durability/farm/simulate.cpp.
file(GLOB farm_sources CONFIGURE_DEPENDS durability/farm/*.cpp)
add_executable(simulate_farm ${farm_sources})
target_link_libraries(simulate_farm PRIVATE sextant_library ${CMAKE_DL_LIBS})
target_include_directories(simulate_farm PRIVATE durability/farm)
set_target_properties(simulate_farm PROPERTIES CXX_VISIBILITY_PRESET default)  # libraries must see its calls, not libc's
sextant_compile_options(simulate_farm)
sextant_light(simulate_farm)
add_test(NAME simulate_farm COMMAND simulate_farm --seeds 1000)
add_test(NAME simulate_farm_once_lost COMMAND simulate_farm --first 1010040 --seeds 1)  # suspended while it took a lock
set_tests_properties(simulate_farm simulate_farm_once_lost PROPERTIES LABELS fast TIMEOUT 300)

add_executable(signals_amid_products durability/signals_amid_products.cpp
  ${PROJECT_SOURCE_DIR}/sextant/cli/interruption.cpp)
target_link_libraries(signals_amid_products PRIVATE sextant_float)
sextant_compile_options(signals_amid_products)
sextant_light(signals_amid_products)
add_test(NAME signals_amid_products COMMAND signals_amid_products)
set_tests_properties(signals_amid_products PROPERTIES LABELS fast)

if(TARGET sextant)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  file(GLOB texts CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/cli/*.txt)
  foreach(text IN LISTS texts)
    get_filename_component(name ${text} NAME_WE)
    add_test(NAME cli_${name}
             COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/cli/run_text.py $<TARGET_FILE:sextant> ${text})
    set_tests_properties(cli_${name} PROPERTIES LABELS fast SKIP_RETURN_CODE 77 TIMEOUT 300)
  endforeach()
  set_tests_properties(cli_verify_necessity PROPERTIES LABELS slow)

  # The final weights of small runs of every kind, bit by bit.
  add_test(NAME pinned_weights
           COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/pinned/check.py $<TARGET_FILE:sextant>)
  set_tests_properties(pinned_weights PROPERTIES LABELS fast SKIP_RETURN_CODE 77 TIMEOUT 300)

  # A Python that has TensorBoard: -DSEXTANT_TENSORBOARD_PYTHON=... where it is not the usual one.
  set(SEXTANT_TENSORBOARD_PYTHON ${Python3_EXECUTABLE} CACHE FILEPATH "a Python with the package tensorboard")
  add_test(NAME tensorboard_reads_events
           COMMAND ${SEXTANT_TENSORBOARD_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/oracles/tensorboard/read_back.py
                   $<TARGET_FILE:sextant>)
  set_tests_properties(tensorboard_reads_events PROPERTIES LABELS fast SKIP_RETURN_CODE 77)
endif()

# The page's server among bad neighbours.
if(TARGET sextant)
  add_test(NAME attack_view
           COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/durability/attack_view.py $<TARGET_FILE:sextant>)
  set_tests_properties(attack_view PROPERTIES LABELS fast SKIP_RETURN_CODE 77 TIMEOUT 120)
endif()

# Sweeps that are disturbed: killed, side by side, on a disk that fails, over MPI and Slurm.
if(TARGET sextant)
  enable_language(C)
  add_library(fail_calls MODULE durability/fail_calls.c)
  add_library(trace_calls MODULE durability/trace_calls.c)
  add_library(fork_server MODULE durability/fork_server.c)
  add_library(network_disk MODULE durability/network_disk.c)
  add_library(shrink_mapped MODULE durability/shrink_mapped.c)
  foreach(library IN ITEMS fail_calls trace_calls fork_server network_disk shrink_mapped)
    target_link_libraries(${library} PRIVATE ${CMAKE_DL_LIBS})
  endforeach()
  # By hand with 200 kills, the default.
  add_test(NAME sweep_kill_sweep COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/durability/kill_sweep.py
           $<TARGET_FILE:sextant> 80)
  add_test(NAME sweep_two_sweeps COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/durability/two_sweeps.py
           $<TARGET_FILE:sextant>)
  set_tests_properties(sweep_kill_sweep sweep_two_sweeps PROPERTIES LABELS sweep TIMEOUT 900)
  foreach(name IN ITEMS by_mpi by_slurm)
    add_test(NAME sweep_${name}
             COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/durability/${name}.py $<TARGET_FILE:sextant>)
    set_tests_properties(sweep_${name} PROPERTIES LABELS sweep SKIP_RETURN_CODE 77 TIMEOUT 900)
  endforeach()
  add_test(NAME sweep_fail_calls
           COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/durability/fail_calls.py $<TARGET_FILE:sextant>
                   $<TARGET_FILE:fail_calls>)
  set_tests_properties(sweep_fail_calls PROPERTIES LABELS sweep TIMEOUT 900)
  add_test(NAME shrunk_file
           COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/durability/shrunk_file.py $<TARGET_FILE:sextant>
                   $<TARGET_FILE:shrink_mapped>)
  add_test(NAME closed_streams
           COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/durability/closed_streams.py $<TARGET_FILE:sextant>)
  set_tests_properties(shrunk_file closed_streams PROPERTIES LABELS fast TIMEOUT 90)
  # Short forms of the campaigns in tools/ (docs/reliability.md).
  add_test(NAME attack_damage
           COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/attack_damage.py $<TARGET_FILE:sextant> --trials 40)
  add_test(NAME attack_locks
           COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/attack_locks.py $<TARGET_FILE:sextant>
                   $<TARGET_FILE:fail_calls> --rounds 1 --processes 3)
  add_test(NAME attack_calls
           COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/attack_calls.py $<TARGET_FILE:sextant>
                   $<TARGET_FILE:fail_calls> --trials 5)
  add_test(NAME limits
           COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/durability/limits.py $<TARGET_FILE:sextant>)
  add_test(NAME attack_crash_images
           COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/attack_crash_images.py $<TARGET_FILE:sextant>
                   $<TARGET_FILE:trace_calls> --images 500)
  set_tests_properties(attack_damage attack_locks attack_calls attack_crash_images limits PROPERTIES LABELS sweep TIMEOUT 900)

  # A few of the allocations and all of the threads of every command; tools/fail_nth.py --step 1 tries all.
  add_library(fail_nth MODULE durability/fail_nth.c)
  target_link_libraries(fail_nth PRIVATE ${CMAKE_DL_LIBS})
  target_compile_options(fail_nth PRIVATE -fno-builtin)  # its malloc is no call of malloc
  foreach(what IN ITEMS allocation thread)
    add_test(NAME fail_nth_${what}
             COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/fail_nth.py --program $<TARGET_FILE:sextant>
                     --library $<TARGET_FILE:fail_nth> --what ${what} --samples 3)
    set_tests_properties(fail_nth_${what} PROPERTIES LABELS sweep TIMEOUT 300)
  endforeach()

  # All memory elsewhere, the same bytes.
  add_library(move_memory MODULE durability/move_memory.c)
  target_compile_options(move_memory PRIVATE -fno-builtin)
  add_test(NAME attack_addresses COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/attack_addresses.py
           $<TARGET_FILE:sextant> $<TARGET_FILE:move_memory>)
  set_tests_properties(attack_addresses PROPERTIES LABELS sweep TIMEOUT 300)
endif()

# The boundary of a real phase diagram, with a third of its runs and with all.
if(TARGET sextant)
  add_test(NAME sweep_adaptive_boundary
           COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/lab/sweep/adaptive_boundary.py
                   $<TARGET_FILE:sextant>)
  set_tests_properties(sweep_adaptive_boundary PROPERTIES LABELS slow TIMEOUT 1500)
endif()

# Noise has no structure.
if(TARGET sextant)
  add_test(NAME discover_false_positives
           COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/lab/discover/false_positives.py
                   $<TARGET_FILE:sextant> 3 20 --steps 4000)  # by hand 40 draws as long as --quick trains
  set_tests_properties(discover_false_positives PROPERTIES LABELS slow TIMEOUT 3000)
endif()

# The page in a real browser, from runs that the built program makes.
if(TARGET sextant AND SEXTANT_PAGE)
  # Here and not in the build of the page, which nobody waits for twice.
  add_test(NAME page_types COMMAND ${SEXTANT_NPM} run --silent check WORKING_DIRECTORY ${PROJECT_BINARY_DIR}/page)
  set_tests_properties(page_types PROPERTIES LABELS fast)
  add_test(NAME page_in_chromium
           COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/page/run.sh $<TARGET_FILE:sextant> ${PROJECT_BINARY_DIR}/page_tests)
  set_tests_properties(page_in_chromium PROPERTIES LABELS page SKIP_RETURN_CODE 77 TIMEOUT 1800)
endif()

foreach(subject IN ITEMS scipy/statistics scipy/linear scipy/stress networkx/graph hugging_face/token readers/reader)
  get_filename_component(name ${subject} NAME)
  add_executable(${name}_answers oracles/${subject}_answers.cpp)
  target_link_libraries(${name}_answers PRIVATE sextant_library)
  sextant_compile_options(${name}_answers)
  sextant_light(${name}_answers)
endforeach()

target_sources(reader_answers PRIVATE oracles/readers/run_answers.cpp)
target_include_directories(reader_answers PRIVATE ${PROJECT_SOURCE_DIR})

# PyTorch itself is asked again for every golden number, SciPy for statistics and linear algebra of random samples,
# networkx and scikit-learn for graphs, pandas for tables; Debian's are for the system's Python.
find_program(SYSTEM_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(SYSTEM_PYTHON)
  add_test(NAME goldens_by_pytorch COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/oracles/pytorch/check_goldens.sh ${SYSTEM_PYTHON})
  set_tests_properties(goldens_by_pytorch PROPERTIES LABELS slow SKIP_RETURN_CODE 77)
  foreach(subject IN ITEMS statistics linear stress)
    add_test(NAME ${subject}_by_scipy COMMAND ${SYSTEM_PYTHON}
             ${CMAKE_CURRENT_SOURCE_DIR}/oracles/scipy/compare_${subject}.py $<TARGET_FILE:${subject}_answers>)
    set_tests_properties(${subject}_by_scipy PROPERTIES LABELS fast SKIP_RETURN_CODE 77)
  endforeach()
  add_test(NAME graph_by_networkx COMMAND ${SYSTEM_PYTHON}
           ${CMAKE_CURRENT_SOURCE_DIR}/oracles/networkx/compare_graphs.py $<TARGET_FILE:graph_answers>)
  set_tests_properties(graph_by_networkx PROPERTIES LABELS fast SKIP_RETURN_CODE 77)
  if(TARGET sextant)
    add_test(NAME results_by_pandas COMMAND ${SYSTEM_PYTHON}
             ${CMAKE_CURRENT_SOURCE_DIR}/oracles/pandas/read_with_pandas.py $<TARGET_FILE:sextant>)
    set_tests_properties(results_by_pandas PROPERTIES LABELS fast SKIP_RETURN_CODE 77)
    add_test(NAME stress_bounded_memory COMMAND ${SYSTEM_PYTHON}
             ${CMAKE_CURRENT_SOURCE_DIR}/stress/bounded_memory.py $<TARGET_FILE:sextant>)
    add_test(NAME tables_by_pytorch COMMAND ${SYSTEM_PYTHON}
             ${CMAKE_CURRENT_SOURCE_DIR}/oracles/pytorch/load_tables.py $<TARGET_FILE:sextant>)
    set_tests_properties(tables_by_pytorch PROPERTIES LABELS fast SKIP_RETURN_CODE 77)
  endif()
endif()

# Valid and slightly broken files, read by us and by the programs whose formats they are, as far as these are installed.
if(SYSTEM_PYTHON)
  add_test(NAME readers_by_their_originals COMMAND ${SYSTEM_PYTHON} ${PROJECT_SOURCE_DIR}/tools/differential_fuzz.py
           --program $<TARGET_FILE:reader_answers> --files 300)
  set_tests_properties(readers_by_their_originals PROPERTIES LABELS fast SKIP_RETURN_CODE 77 TIMEOUT 120)
endif()

# Token ids by Hugging Face's own tokenisers: -DSEXTANT_TOKENIZERS_PYTHON=... where the usual Python has no `tokenizers`.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(SEXTANT_TOKENIZERS_PYTHON ${Python3_EXECUTABLE} CACHE FILEPATH "a Python with the package tokenizers")
add_test(NAME token_ids_by_hugging_face
         COMMAND ${SEXTANT_TOKENIZERS_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/oracles/hugging_face/compare_tokenizers.py
                 $<TARGET_FILE:token_answers> ${PROJECT_SOURCE_DIR}/../shared/data)
set_tests_properties(token_ids_by_hugging_face PROPERTIES LABELS fast SKIP_RETURN_CODE 77)
add_test(NAME tokenizer_json_by_hugging_face
         COMMAND ${SEXTANT_TOKENIZERS_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/oracles/hugging_face/compare_tokenizer_json.py
                 $<TARGET_FILE:token_answers> --texts 1000)
set_tests_properties(tokenizer_json_by_hugging_face PROPERTIES LABELS fast SKIP_RETURN_CODE 77)

# Models of Hugging Face's transformers through our loader: -DSEXTANT_TRANSFORMERS_PYTHON=... where the usual Python has
# no `transformers`.
add_executable(model_answers oracles/hugging_face/model_answers.cpp)
target_link_libraries(model_answers PRIVATE sextant_double)
sextant_compile_options(model_answers)
sextant_light(model_answers)
set(SEXTANT_TRANSFORMERS_PYTHON ${Python3_EXECUTABLE} CACHE FILEPATH "a Python with the packages torch and transformers")
add_test(NAME foreign_models_by_hugging_face
         COMMAND ${SEXTANT_TRANSFORMERS_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/oracles/hugging_face/compare_transformers.py
                 $<TARGET_FILE:model_answers>)
set_tests_properties(foreign_models_by_hugging_face PROPERTIES LABELS fast SKIP_RETURN_CODE 77)

# Every architecture of the executor against the same library.
add_executable(network_answers oracles/hugging_face/network_answers.cpp)
target_link_libraries(network_answers PRIVATE sextant_library)
sextant_compile_options(network_answers)
sextant_light(network_answers)
add_test(NAME architectures_by_hugging_face
         COMMAND ${SEXTANT_TRANSFORMERS_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/oracles/hugging_face/compare_architectures.py
                 $<TARGET_FILE:network_answers>)
set_tests_properties(architectures_by_hugging_face PROPERTIES LABELS fast SKIP_RETURN_CODE 77 TIMEOUT 600)

# Models that `sextant extend` wrote.
if(TARGET sextant)
  add_test(NAME extended_by_hugging_face
           COMMAND ${SEXTANT_TRANSFORMERS_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/oracles/hugging_face/compare_extended.py
                   $<TARGET_FILE:sextant> $<TARGET_FILE:network_answers>)
  set_tests_properties(extended_by_hugging_face PROPERTIES LABELS fast SKIP_RETURN_CODE 77 TIMEOUT 600)
endif()

# The stored frequencies of RoPE (tests/positions/rope_test_double.cpp) against transformers as it is installed.
add_test(NAME rope_by_hugging_face
         COMMAND ${SEXTANT_TRANSFORMERS_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/oracles/hugging_face/rope_references.py --check)
set_tests_properties(rope_by_hugging_face PROPERTIES LABELS fast SKIP_RETURN_CODE 77)

# The encodings of sextant.torch and sextant.jax against the engine's own numbers and gradients, in double.
add_executable(write_encodings positions/write_encodings.cpp)
target_link_libraries(write_encodings PRIVATE sextant_double)
sextant_compile_options(write_encodings)
sextant_light(write_encodings)
set(python_tests ${PROJECT_SOURCE_DIR}/python/tests)
if(SYSTEM_PYTHON)
  foreach(subject IN ITEMS initialisation models wrapped)
    add_test(NAME torch_${subject} COMMAND ${SYSTEM_PYTHON} ${python_tests}/torch/check_${subject}.py)
    set_tests_properties(torch_${subject} PROPERTIES LABELS fast SKIP_RETURN_CODE 77 TIMEOUT 120)
  endforeach()
  add_test(NAME encodings_of_torch COMMAND ${SYSTEM_PYTHON} ${python_tests}/torch/compare_engine.py
           $<TARGET_FILE:write_encodings>)
  set_tests_properties(encodings_of_torch PROPERTIES LABELS fast SKIP_RETURN_CODE 77 TIMEOUT 300)
endif()
set(SEXTANT_JAX_PYTHON ${Python3_EXECUTABLE} CACHE FILEPATH "a Python with the packages jax and numpy")
add_test(NAME encodings_of_jax COMMAND ${SEXTANT_JAX_PYTHON} ${python_tests}/jax/compare_engine.py
         $<TARGET_FILE:write_encodings>)
add_test(NAME jax_package COMMAND ${SEXTANT_JAX_PYTHON} ${python_tests}/jax/check_jax.py)
set_tests_properties(encodings_of_jax jax_package PROPERTIES LABELS fast SKIP_RETURN_CODE 77 TIMEOUT 600)

# Models of transformers, and a real MiniLM, through sextant.torch and through the program.
if(TARGET sextant)
  foreach(subject IN ITEMS transformers minilm)
    add_test(NAME torch_${subject} COMMAND ${SEXTANT_TRANSFORMERS_PYTHON} ${python_tests}/torch/check_${subject}.py
             $<TARGET_FILE:sextant>)
    set_tests_properties(torch_${subject} PROPERTIES LABELS fast SKIP_RETURN_CODE 77 TIMEOUT 600)
  endforeach()
endif()

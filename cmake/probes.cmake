# tests/probe/probe_*.c: programs whose whole output must be the same on every machine and with every compiler.
# tools/matrix.sh builds and compares them; the target is `probes`.
add_custom_target(probes)
file(GLOB probe_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/probe/probe_*.c)
foreach(source IN LISTS probe_sources)
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} EXCLUDE_FROM_ALL ${source})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/probe)
  target_link_libraries(${name} PRIVATE ${HOB_TOP_FLOOR})
  add_dependencies(probes ${name})
endforeach()

# One static library a floor. A floor links the floor below it, and with it everything further down.
set(HOB_FLOORS base schema project import world physics nav text ui components script session command)
if(NOT HOB_HEADLESS)
  list(APPEND HOB_FLOORS render audio)
endif()

# What our own code is compiled with; warnings are errors.
add_library(hob_flags INTERFACE)
target_compile_options(hob_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wundef -Wformat=2
  -Wwrite-strings -Werror
  $<$<C_COMPILER_ID:GNU>:-Wdouble-promotion>) # clang counts the NAN and INFINITY of the C library as well
target_compile_definitions(hob_flags INTERFACE
  HOB_VERSION="${PROJECT_VERSION}" $<$<BOOL:${HOB_CHECKS}>:HOB_CHECKS>)
target_include_directories(hob_flags INTERFACE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
target_include_directories(hob_flags SYSTEM INTERFACE ${HOB_XXHASH_INCLUDE})

# Third-party libraries that a floor uses.
set(HOB_USES_base hob_yyjson m)
set(HOB_USES_project hob_quickjs) # its Unicode tables
set(HOB_USES_script hob_lua hob_quickjs)

set(below "")
foreach(floor IN LISTS HOB_FLOORS)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${floor}/*.c)
  if(sources)
    add_library(hob_${floor} STATIC ${sources})
    target_link_libraries(hob_${floor} PUBLIC hob_flags ${HOB_USES_${floor}} ${below})
  else() # nothing there yet
    add_library(hob_${floor} INTERFACE)
    target_link_libraries(hob_${floor} INTERFACE hob_flags ${HOB_USES_${floor}} ${below})
  endif()
  set(below hob_${floor})
endforeach()
set(HOB_TOP_FLOOR ${below})

# The program: src/app/*.c always, src/app/player/ only where there is a screen to play on.
file(GLOB app_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/app/*.c)
if(NOT HOB_HEADLESS)
  file(GLOB player_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/app/player/*.c)
  list(APPEND app_sources ${player_sources})
endif()
add_executable(hob ${app_sources})
target_compile_definitions(hob PRIVATE $<$<BOOL:${HOB_HEADLESS}>:HOB_HEADLESS>)
target_link_libraries(hob PRIVATE ${HOB_TOP_FLOOR})

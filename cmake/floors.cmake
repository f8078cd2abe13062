# One static library a floor. A floor links the floor below it, and with it everything further down.
set(HOB_FLOORS base schema project import world physics nav text ui components script session command)
if(NOT HOB_HEADLESS)
  list(APPEND HOB_FLOORS render audio)
endif()

# What our own code is compiled with; warnings are errors.
add_library(hob_flags INTERFACE)
target_compile_options(hob_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wundef -Wformat=2
  -Wwrite-strings $<$<BOOL:${HOB_WERROR}>:-Werror>
  $<$<C_COMPILER_ID:GNU>:-Wdouble-promotion>) # clang counts the NAN and INFINITY of the C library as well
target_compile_definitions(hob_flags INTERFACE
  HOB_VERSION="${PROJECT_VERSION}" $<$<BOOL:${HOB_CHECKS}>:HOB_CHECKS>)
target_include_directories(hob_flags INTERFACE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
target_include_directories(hob_flags SYSTEM INTERFACE ${HOB_XXHASH_INCLUDE})

# Third-party libraries that a floor uses.
set(HOB_USES_base hob_yyjson m)
set(HOB_USES_project hob_quickjs) # its Unicode tables
set(HOB_USES_script hob_lua hob_quickjs)
if(NOT HOB_HEADLESS)
  set(HOB_USES_audio PkgConfig::HOB_VORBIS)
  set(HOB_USES_render PkgConfig::HOB_PICTURES PkgConfig::HOB_GLES hob_header_only)
endif()

# The templates as bytes inside the program; made again when a file under templates/ changes, comes or goes.
set(HOB_TEMPLATES ${CMAKE_SOURCE_DIR}/templates)
file(GLOB_RECURSE template_files CONFIGURE_DEPENDS ${HOB_TEMPLATES}/*)
string(MD5 template_list "${template_files}") # another command line when a file goes
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/generated/templates.c
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${HOB_TEMPLATES} -DOUT=${CMAKE_BINARY_DIR}/generated/templates.c
    -DLIST=${template_list} -P ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
  DEPENDS ${template_files} ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
  COMMENT "Embedding templates" VERBATIM)
set(HOB_GENERATED_command ${CMAKE_BINARY_DIR}/generated/templates.c)

# The built-in fonts: the files of a Debian package, as bytes inside the program.
if(NOT HOB_HEADLESS)
  foreach(font "sans DejaVuSans" "mono DejaVuSansMono")
    string(REPLACE " " ";" font "${font}")
    list(GET font 0 name)
    list(GET font 1 file)
    find_file(HOB_FONT_${name} ${file}.ttf PATHS /usr/share/fonts/truetype/dejavu /usr/share/fonts NO_DEFAULT_PATH REQUIRED)
    add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/generated/font_${name}.c
      COMMAND ${CMAKE_COMMAND} -DFONT=${HOB_FONT_${name}} -DNAME=hob_font_${name}
        -DOUT=${CMAKE_BINARY_DIR}/generated/font_${name}.c -P ${CMAKE_SOURCE_DIR}/cmake/embed-font.cmake
      DEPENDS ${HOB_FONT_${name}} ${CMAKE_SOURCE_DIR}/cmake/embed-font.cmake
      COMMENT "Embedding the font ${file}" VERBATIM)
    list(APPEND HOB_GENERATED_render ${CMAKE_BINARY_DIR}/generated/font_${name}.c)
  endforeach()
endif()

set(below "")
foreach(floor IN LISTS HOB_FLOORS)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${floor}/*.c)
  if(sources)
    add_library(hob_${floor} STATIC ${sources} ${HOB_GENERATED_${floor}})
    target_link_libraries(hob_${floor} PUBLIC hob_flags ${HOB_USES_${floor}} ${below})
  else() # nothing there yet
    add_library(hob_${floor} INTERFACE)
    target_link_libraries(hob_${floor} INTERFACE hob_flags ${HOB_USES_${floor}} ${below})
  endif()
  set(below hob_${floor})
endforeach()
set(HOB_TOP_FLOOR ${below})

# The program: src/app/*.c always, src/app/player/ only where there is a screen to play on. All but main.c is a library,
# so that tests reach it.
file(GLOB app_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/app/*.c ${CMAKE_SOURCE_DIR}/src/app/mcp/*.c)
list(REMOVE_ITEM app_sources ${CMAKE_SOURCE_DIR}/src/app/main.c)
file(GLOB session_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/app/sessions/*.c)
list(APPEND app_sources ${session_sources})
if(NOT HOB_HEADLESS)
  file(GLOB player_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/app/player/*.c)
  list(APPEND app_sources ${player_sources})
endif()
add_library(hob_app STATIC ${app_sources})
target_compile_definitions(hob_app PRIVATE $<$<BOOL:${HOB_HEADLESS}>:HOB_HEADLESS>)
target_link_libraries(hob_app PUBLIC ${HOB_TOP_FLOOR} $<$<NOT:$<BOOL:${HOB_HEADLESS}>>:hob_sdl>
  $<$<NOT:$<BOOL:${HOB_HEADLESS}>>:PkgConfig::HOB_WEBP>)
if(HOB_EVENT_FOUND)
  target_compile_definitions(hob_app PRIVATE HOB_HTTP)
  target_link_libraries(hob_app PRIVATE PkgConfig::HOB_EVENT)
endif()
add_executable(hob ${CMAKE_SOURCE_DIR}/src/app/main.c)
target_compile_definitions(hob PRIVATE $<$<BOOL:${HOB_HEADLESS}>:HOB_HEADLESS>)
target_link_libraries(hob PRIVATE hob_app)

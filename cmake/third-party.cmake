# Third-party code, compiled from pinned and patched trees that tools/third-party.sh keeps in the cache.
# CMake compiles it itself, so every preset, sanitizer and compiler sees the same sources with its own flags.

# Sets ret_folder to the patched tree of `name`, making it first when it is missing.
function(hob_third_party_tree name ret_folder)
  execute_process(
    COMMAND sh ${CMAKE_SOURCE_DIR}/tools/third-party.sh tree ${name}
    OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "The source tree of ${name} could not be made: run tools/setup.sh")
  endif()
  # A changed patch makes another tree: configure again.
  file(GLOB patches CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/third_party/patches/${name}/*.patch)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${patches} ${CMAKE_SOURCE_DIR}/tools/third-party.sh)
  set(${ret_folder} ${folder} PARENT_SCOPE)
endfunction()

add_library(hob_third_party_flags INTERFACE)
target_compile_options(hob_third_party_flags INTERFACE -w)

hob_third_party_tree(yyjson yyjson_tree)
add_library(hob_yyjson STATIC ${yyjson_tree}/src/yyjson.c)
target_include_directories(hob_yyjson SYSTEM PUBLIC ${yyjson_tree}/src)
target_link_libraries(hob_yyjson PRIVATE hob_third_party_flags)

# The script machines compute with base/dmath.
add_library(hob_script_machine_flags INTERFACE)
target_compile_options(hob_script_machine_flags INTERFACE
  -include ${CMAKE_SOURCE_DIR}/third_party/hob_math_redirect.h)
target_link_libraries(hob_script_machine_flags INTERFACE hob_third_party_flags $<LINK_ONLY:hob_base>)

hob_third_party_tree(lua lua_tree)
file(GLOB lua_sources ${lua_tree}/src/*.c)
# The two programs, and the libraries that scripts never get.
list(FILTER lua_sources EXCLUDE REGEX "/(lua|luac|linit|liolib|loslib|loadlib|ldblib)\\.c$")
add_library(hob_lua STATIC ${lua_sources})
target_include_directories(hob_lua SYSTEM PUBLIC ${lua_tree}/src)
target_link_libraries(hob_lua PRIVATE hob_script_machine_flags)

hob_third_party_tree(quickjs quickjs_tree)
set(quickjs_sources quickjs.c libregexp.c libunicode.c cutils.c dtoa.c)
list(TRANSFORM quickjs_sources PREPEND ${quickjs_tree}/)
add_library(hob_quickjs STATIC ${quickjs_sources})
target_include_directories(hob_quickjs SYSTEM PUBLIC ${quickjs_tree})
target_compile_definitions(hob_quickjs PRIVATE _GNU_SOURCE CONFIG_VERSION="2025-04-26")
target_compile_options(hob_quickjs PRIVATE -fwrapv) # upstream relies on wrapping arithmetic
target_link_libraries(hob_quickjs PRIVATE hob_script_machine_flags)
if(HOB_SANITIZE MATCHES "undefined")
  target_compile_options(hob_quickjs PRIVATE -fno-sanitize=undefined) # upstream counts the zeros of zero, and more
endif()
set_target_properties(hob_quickjs PROPERTIES C_EXTENSIONS ON)

# xxHash is used header-only. It is copied beside the build, so that a cross build gets this one header of the host.
find_file(HOB_XXHASH_HEADER xxhash.h PATHS /usr/include NO_CMAKE_FIND_ROOT_PATH REQUIRED)
file(COPY ${HOB_XXHASH_HEADER} DESTINATION ${CMAKE_BINARY_DIR}/host-headers)
set(HOB_XXHASH_INCLUDE ${CMAKE_BINARY_DIR}/host-headers)

# What draws and sounds. The headless build has none of it.
if(NOT HOB_HEADLESS)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(HOB_EVENT IMPORTED_TARGET libevent) # serves HTTP; without it the program says so
  pkg_check_modules(HOB_PICTURES REQUIRED IMPORTED_TARGET libpng libjpeg freetype2 harfbuzz fribidi gumbo)
  pkg_check_modules(HOB_VORBIS REQUIRED IMPORTED_TARGET vorbisfile vorbis ogg)
  pkg_check_modules(HOB_WEBP REQUIRED IMPORTED_TARGET libwebpmux libwebp)
  pkg_check_modules(HOB_GLES REQUIRED IMPORTED_TARGET glesv2)
  find_path(HOB_STB_INCLUDE stb_rect_pack.h PATH_SUFFIXES stb REQUIRED)

  hob_third_party_tree(nanosvg nanosvg_tree)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/header_only.c CONTENT [[
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define NANOSVG_IMPLEMENTATION
#include <nanosvg.h>
#define NANOSVGRAST_IMPLEMENTATION
#include <nanosvgrast.h>
#define STB_RECT_PACK_IMPLEMENTATION
#include <stb_rect_pack.h>
]] @ONLY)
  add_library(hob_header_only STATIC ${CMAKE_BINARY_DIR}/generated/header_only.c)
  target_include_directories(hob_header_only SYSTEM PUBLIC ${nanosvg_tree}/src ${HOB_STB_INCLUDE})
  target_link_libraries(hob_header_only PRIVATE hob_third_party_flags)

  pkg_check_modules(HOB_SDL_SYSTEM IMPORTED_TARGET sdl3)
  if(HOB_SDL_SYSTEM_FOUND)
    add_library(hob_sdl ALIAS PkgConfig::HOB_SDL_SYSTEM)
  else()
    execute_process(
      COMMAND sh ${CMAKE_SOURCE_DIR}/tools/third-party.sh built sdl
      OUTPUT_VARIABLE sdl_folder OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
      message(FATAL_ERROR "SDL could not be made: run tools/setup.sh")
    endif()
    add_library(hob_sdl STATIC IMPORTED)
    set_target_properties(hob_sdl PROPERTIES IMPORTED_LOCATION ${sdl_folder}/lib/libSDL3.a)
    target_include_directories(hob_sdl SYSTEM INTERFACE ${sdl_folder}/include)
    target_link_libraries(hob_sdl INTERFACE m dl pthread)
  endif()
endif()

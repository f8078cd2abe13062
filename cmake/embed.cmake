# Run by the build: writes every file below a folder into a C source, one array of bytes each.
#   cmake -DFOLDER=.../templates -DOUT=.../templates.c -P embed.cmake
# What a project makes for itself (.hob/, build/, export/) is left out. Paths are sorted by bytes.
file(GLOB_RECURSE paths RELATIVE ${FOLDER} ${FOLDER}/*)
list(FILTER paths EXCLUDE REGEX "(^|/)(\\.hob|build|export)/")
list(SORT paths COMPARE STRING)

set(arrays "")
set(rows "")
set(index 0)
foreach(path IN LISTS paths)
  file(SIZE ${FOLDER}/${path} size)
  file(READ ${FOLDER}/${path} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(APPEND arrays "static const unsigned char file_${index}[] = {${bytes}0}; /* ${path} */\n")
  string(APPEND rows "    {\"${path}\", file_${index}, ${size}},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE ${OUT} "/* Made by cmake/embed.cmake. */
#include \"command/embedded.h\"

${arrays}
const hob_embedded_file hob_embedded_templates[] = {
${rows}    {NULL, NULL, 0},
};
")

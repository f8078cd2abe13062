/* The program `hob`. For now it only says its version; commands arrive with the command registry.
 */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        puts("hob " HOB_VERSION);
        return 0;
    }
    fputs("usage: hob --version\n", stderr);
    return 2;
}

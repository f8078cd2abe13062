#!/bin/sh
# Gets a machine ready to build Hob. Can be run again at any time: what is there already is left alone.
#
#   tools/setup.sh [build] [screen] [test] [mcp] [bench] [wasm] [cross]      (build when nothing is named)
#
# On Debian 12 and later (and systems made from it) missing packages are installed with apt, as root or through sudo.
# Elsewhere it says what is needed and ends with 2. Third-party sources: tools/third-party.sh.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)

# group  Debian package  what shows that it is there (command or header)  why
needs='
build build-essential   cc           the C compiler gcc and its tools
build cmake             cmake        configures the build (3.25 or later)
build ninja-build       ninja        runs the build
build patch             patch        applies our changes to the script machines
build xz-utils          xz           unpacks third-party archives
build libxxhash-dev     xxhash.h     64-bit hashes of states and contents (header-only use)
build libcmocka-dev     cmocka.h     unit tests
screen pkg-config        pkg-config   finds the libraries below
screen libgles-dev       GLES3/gl3.h  OpenGL ES, which draws
screen libegl-dev        EGL/egl.h    makes drawing without a display possible
screen libgl1-mesa-dri   /usr/share/doc/libgl1-mesa-dri the driver for machines without a graphics card
screen libegl1           /usr/share/doc/libegl1 the same
screen libgles2          /usr/share/doc/libgles2 the same
screen libpng-dev        png.h        reads and writes PNG pictures
screen libjpeg62-turbo-dev jpeglib.h  reads JPEG pictures
screen libwebp-dev      webp/encode.h writes animated pictures
screen libfreetype-dev   ft2build.h   draws letters
screen libharfbuzz-dev   harfbuzz/hb.h shapes text
screen libfribidi-dev    fribidi/fribidi.h orders text that runs from the right
screen libgumbo-dev     gumbo.h      parses the markup of UI pieces
screen libstb-dev        stb/stb_rect_pack.h packs letters and pictures into textures
screen fonts-dejavu-core /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf the font that is built in
screen libvorbis-dev     vorbis/vorbisfile.h reads Ogg Vorbis sounds
screen libx11-dev        X11/Xlib.h   windows
screen libxext-dev       X11/extensions/Xext.h windows
screen libxrandr-dev     X11/extensions/Xrandr.h windows
screen libxcursor-dev    X11/Xcursor/Xcursor.h windows
screen libxi-dev         X11/extensions/XInput2.h windows
screen libxss-dev        X11/extensions/scrnsaver.h windows
screen libxkbcommon-dev  xkbcommon/xkbcommon.h keyboards
screen libwayland-dev    wayland-client.h windows
screen libasound2-dev    alsa/asoundlib.h sound
screen libpulse-dev      pulse/pulseaudio.h sound
screen libevent-dev     event2/http.h serves agents over HTTP
screen libudev-dev       libudev.h    gamepads that come and go
test  clang             clang        the second compiler that results are compared with
test  clang-format      clang-format checks how the code is laid out
mcp   nodejs            node         runs clients of the agent protocol against the program
mcp   npm               npm          fetches them
bench libchipmunk-dev   chipmunk/chipmunk.h the physics engine that the benches compare with
wasm  emscripten        emcc         builds the headless program as WebAssembly
wasm  nodejs            node         runs it
wasm  node-acorn        acorn        needed by the compiler for an optimised link
cross gcc-aarch64-linux-gnu aarch64-linux-gnu-gcc builds for 64-bit Arm, to compare results
cross libc6-dev-arm64-cross /usr/aarch64-linux-gnu/include/stdio.h the C library of that machine
cross qemu-user-static  qemu-aarch64-static runs those programs here
'

say() { echo "setup: $*" >&2; }

is_debian() {
    command -v apt-get >/dev/null 2>&1 && command -v dpkg-query >/dev/null 2>&1 || return 1
    version=$(sed -n 's/^VERSION_ID="\{0,1\}\([0-9]*\).*/\1/p' /etc/os-release 2>/dev/null)
    if grep -q '^ID=debian' /etc/os-release; then
        [ -z "$version" ] || [ "$version" -ge 12 ]
    else
        grep -q '^ID_LIKE=.*debian' /etc/os-release
    fi
}

has_package() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# A command on the path counts as well as Debian's package of it (a newer cmake or node, say).
is_there() { # package probe
    case $2 in
    /*) [ -e "$2" ] ;;
    *.h) [ "$debian" = yes ] && has_package "$1" || echo "#include <$2>" | cc -E -x c - >/dev/null 2>&1 ;;
    acorn) [ "$debian" = no ] || has_package "$1" ;;
    *) command -v "$2" >/dev/null 2>&1 ;;
    esac
}

if is_debian; then debian=yes; else debian=no; fi
groups=${*:-build}
case " $groups " in *" build "*) ;; *) groups="build $groups" ;; esac

missing=
list=$(mktemp)
trap 'rm -f "$list"' EXIT
for group in $groups; do
    echo "$needs" | grep -q "^$group " || { say "'$group' is not one of build, screen, test, mcp, bench, wasm, cross"; exit 2; }
    echo "$needs" | grep "^$group " >>"$list"
done
while read -r _ package probe why; do
    is_there "$package" "$probe" && continue
    missing="$missing $package"
    say "missing: $package ($why)"
done <"$list"

if [ -n "$missing" ]; then
    if [ "$debian" = no ]; then
        say "this is not Debian 12 or later, so nothing was installed."
        say "Please install what is listed above (names are Debian's) and run this again."
        exit 2
    fi
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 || { say "not root and no sudo: please install$missing"; exit 2; }
        as_root=sudo
    fi
    say "installing with apt:$missing"
    export DEBIAN_FRONTEND=noninteractive
    $as_root apt-get -qq update
    # shellcheck disable=SC2086
    $as_root apt-get -qq install -y --no-install-recommends $missing </dev/null >&2
fi

sh "$root/tools/third-party.sh" all
case " $groups " in *" mcp "*) sh "$root/tests/mcp/install.sh" >/dev/null ;; esac

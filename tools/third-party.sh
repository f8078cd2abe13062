#!/bin/sh
# Third-party source trees: fetched as Debian source packages, checked, unpacked and patched.
#
#   tools/third-party.sh tree NAME   print the folder of NAME's patched tree, making it first when it is missing
#   tools/third-party.sh built NAME  print the folder with NAME compiled and installed (sdl only), making it first
#   tools/third-party.sh all         make every tree
#   tools/third-party.sh list        print name, version and folder of every tree
#
# Everything goes into ${HOB_CACHE:-.cache}. A tree's folder name holds the version and a digest of the patches, so a
# changed patch makes a new tree, and work trees that share a cache do not disturb each other.
# Nothing under /etc/apt is changed: a private apt configuration is derived from this machine's own sources.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cache=${HOB_CACHE:-$root/.cache}
case $cache in /*) ;; *) cache=$root/$cache ;; esac
suite=trixie

# name  version  source package  original archive  sha256
table='
lua     5.4.7      lua5.4  lua5.4_5.4.7.orig.tar.gz        9fbf5e28ef86c69858f6d3d34eccc32e911c1a28b4120ff3e84aaa70cfbf1e30
quickjs 2025.04.26 quickjs quickjs_2025.04.26.orig.tar.xz  ec81da5b3249ed648dbc7df4a1654988910e66a118d9b71cb63534216efcfbbe
sdl     3.2.10     libsdl3 libsdl3_3.2.10+ds.orig.tar.xz   dede2b1f08d2a7c6c5ec558258de75c846c5e3ea5e5687f8b2f9d896c8467335
nanosvg 20241219   nanosvg nanosvg_0.0~git20241219.ea6a6ac.orig.tar.xz 05f1af7299500dd918165edf639cdab9b25cb7f243158056a72149b47f33b9c9
yyjson  0.10.0     yyjson  yyjson_0.10.0+ds.orig.tar.xz    ae6fde69a193e10afab426ef13f113d6903446405f9db9ee98bfb572bd6c961a
'

say() { echo "third-party: $*" >&2; }
fail() { say "$*"; exit 1; }

row() { # name -> sets version, package, archive, sum
    line=$(echo "$table" | awk -v n="$1" '$1 == n { print $2, $3, $4, $5 }')
    [ -n "$line" ] || fail "no third-party tree is called '$1'"
    # shellcheck disable=SC2086
    set -- $line
    version=$1 package=$2 archive=$3 sum=$4
}

patches_of() { # name -> patch files in order, one a line
    [ -d "$root/third_party/patches/$1" ] || return 0
    find "$root/third_party/patches/$1" -name '*.patch' | LC_ALL=C sort
}

folder_of() { # after row
    digest=$({ echo "$sum"; patches_of "$1" | while read -r p; do cat "$p"; done; } | sha256sum | cut -c1-12)
    echo "$cache/src/$1-$version-$digest"
}

have_archive() {
    [ -f "$cache/archives/$archive" ] &&
        [ "$(sha256sum <"$cache/archives/$archive" | cut -d' ' -f1)" = "$sum" ]
}

# A private apt: this machine's sources with the suite replaced and source packages switched on.
make_apt() {
    apt_dir=$cache/apt
    mkdir -p "$apt_dir/sources.d" "$apt_dir/lists/partial" "$apt_dir/cache/archives/partial"
    rm -f "$apt_dir"/sources.d/*
    for f in /etc/apt/sources.list.d/*.sources; do
        [ -f "$f" ] || continue
        # Only Debian's own main suite; its security and updates suites have none of what is wanted.
        awk -v suite="$suite" 'BEGIN { RS = ""; ORS = "\n\n" }
            /Suites:[^\n]*(bookworm|trixie|forky|sid)/ && !/security/ {
                gsub(/Types:[^\n]*/, "Types: deb-src"); gsub(/Suites:[^\n]*/, "Suites: " suite); print
            }' "$f" >"$apt_dir/sources.d/$(basename "$f")"
    done
    if [ -f /etc/apt/sources.list ]; then
        sed -n -E '/security|-updates|-backports/d; s/^deb(-src)?[ \t]+(\[[^]]*\][ \t]+)?([^ \t]+)[ \t]+[^ \t]+[ \t]+.*/deb-src \2\3 '"$suite"' main/p' \
            /etc/apt/sources.list | sort -u >"$apt_dir/sources.d/main.list"
    fi
    find "$apt_dir/sources.d" -type f -size 0 -delete
    [ -n "$(ls "$apt_dir/sources.d")" ] || fail "no Debian package source is configured on this machine; the archive $archive (sha256 $sum) can be put into $cache/archives by hand"
    apt_options="-o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts=$apt_dir/sources.d
        -o Dir::State::Lists=$apt_dir/lists -o Dir::Cache=$apt_dir/cache -o APT::Get::List-Cleanup=0
        -o APT::Sandbox::User=$(id -un) -o Acquire::Languages=none"
}

fetch() {
    have_archive && return 0
    mkdir -p "$cache/archives"
    make_apt
    say "fetching $archive (Debian source package $package)"
    log=$cache/apt/log
    # shellcheck disable=SC2086
    apt-get $apt_options update >"$log" 2>&1 || { cat "$log" >&2; fail "apt could not read the package lists"; }
    # Packaging files may be gone from a mirror; the original archive is all that is needed, its checksum decides.
    # shellcheck disable=SC2086
    (cd "$cache/archives" && apt-get $apt_options source --download-only --only-source "$package" >>"$log" 2>&1) || true
    have_archive || { cat "$log" >&2; fail "$archive could not be fetched, or its sha256 is not $sum"; }
}

make_tree() { # name
    row "$1"
    folder=$(folder_of "$1")
    [ -f "$folder/.hob-ready" ] && return 0
    mkdir -p "$cache/src"
    fetch
    fresh=$folder.new.$$
    rm -rf "$fresh"
    mkdir "$fresh"
    tar -xf "$cache/archives/$archive" -C "$fresh" --strip-components=1
    patches_of "$1" | while read -r p; do
        say "$1: applying $(basename "$p")"
        patch -d "$fresh" -p1 --no-backup-if-mismatch -s <"$p" || exit 1
    done || { rm -rf "$fresh"; fail "a patch of $1 does not apply"; }
    touch "$fresh/.hob-ready"
    rm -rf "$folder"
    mv "$fresh" "$folder"
    say "$1 $version is ready"
}

# SDL is large and is no part of the simulation: compiled once, with the system's compiler, for all builds.
sdl_options="-DCMAKE_BUILD_TYPE=Release -DSDL_SHARED=OFF -DSDL_STATIC=ON -DSDL_TESTS=OFF -DSDL_TEST_LIBRARY=OFF -DSDL_EXAMPLES=OFF
    -DSDL_GPU=OFF -DSDL_RENDER=OFF -DSDL_CAMERA=OFF -DSDL_UNIX_CONSOLE_BUILD=ON -DSDL_INSTALL_CMAKEDIR_ROOT=cmake"
built_folder() { # name, after row
    echo "$cache/built/$(basename "$(folder_of "$1")")-$(echo "$sdl_options" "$(uname -m)" | sha256sum | cut -c1-8)"
}
make_built() { # name, after its tree
    row "$1"
    tree=$(folder_of "$1") built=$(built_folder "$1")
    [ -f "$built/.hob-ready" ] && return 0
    work=$built.work.$$
    rm -rf "$work"
    mkdir -p "$work"
    say "compiling $1 $version (once; about two minutes)"
    # shellcheck disable=SC2086
    { cmake -S "$tree" -B "$work" -G Ninja $sdl_options "-DCMAKE_INSTALL_PREFIX=$built" &&
        cmake --build "$work" && cmake --install "$work"; } >"$work/log" 2>&1 ||
        { tail -n 40 "$work/log" >&2; fail "$1 does not compile; the whole log is $work/log"; }
    rm -rf "$work"
    touch "$built/.hob-ready"
}

locked() { # name: one process at a time works on the cache
    mkdir -p "$cache"
    row "$1"
    [ -f "$(folder_of "$1")/.hob-ready" ] && return 0
    if command -v flock >/dev/null 2>&1; then
        (flock 9 && make_tree "$1") 9>"$cache/lock"
    else
        make_tree "$1"
    fi
}

names=$(echo "$table" | awk 'NF { print $1 }')
case ${1:-} in
tree)
    [ $# -eq 2 ] || fail "usage: tools/third-party.sh tree NAME"
    locked "$2"
    row "$2"
    folder_of "$2"
    ;;
built)
    [ $# -eq 2 ] && [ "$2" = sdl ] || fail "usage: tools/third-party.sh built sdl"
    locked "$2"
    row "$2"
    if command -v flock >/dev/null 2>&1; then
        (flock 9 && make_built "$2") 9>"$cache/lock"
    else
        make_built "$2"
    fi
    built_folder "$2"
    ;;
all) for n in $names; do locked "$n"; done ;;
list) for n in $names; do row "$n"; echo "$n $version $(folder_of "$n")"; done ;;
*) fail "usage: tools/third-party.sh tree NAME | built sdl | all | list" ;;
esac

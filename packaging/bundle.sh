#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Pack a build with all its libraries, so that it runs where nothing is installed: bin/, lib/, share/ in one tar.gz.
# What stays the system's: the C and C++ libraries (of this system's version or newer) and GPU drivers.
# usage: packaging/bundle.sh BUILD_FOLDER OUTPUT.tar.gz      (SOURCE_DATE_EPOCH is the time of all files)
# Beside the build's files it leaves bundle.tsv: each packed file of the system, and where it was.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[[ $# -eq 2 ]] || { echo "usage: packaging/bundle.sh BUILD_FOLDER OUTPUT.tar.gz" >&2; exit 2; }
build=$(realpath "$1")
output=$(realpath "$2")
name=$(basename "$output" .tar.gz)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
top=$work/$name
umask 022

components=(cli window demo)
[[ ! -e $build/lib/libtilescribe_cuda.so ]] || components+=(cuda)
for component in "${components[@]}"; do
  cmake --install "$build" --component "$component" --prefix "$top" --strip >/dev/null
done
mv "$top/share/doc" "$work/doc"
rm -rf "$top/share/lintian" "$top/lib/systemd" # of Debian packages
own=$(dirname "$(find "$top/lib" -name libtilescribe_kernels.so)")

# pack FILE PATH: a file of the system, under this path.
pack() {
  [[ -e $1 ]] || { echo "bundle: expected $1, and it is not installed; packaging/setup.sh package installs it." >&2; exit 1; }
  install -D -m 644 "$1" "$top/$2"
  printf '%s\t%s\n' "$2" "$1" >>"$work/packed"
}

# Qt's plugins that a program without OpenGL uses: the window system (X11, also under Wayland), pictures, input methods.
from=$(qtpaths6 --query QT_INSTALL_PLUGINS 2>/dev/null || /usr/lib/qt6/bin/qtpaths --query QT_INSTALL_PLUGINS)
for plugin in platforms/libqxcb platforms/libqoffscreen iconengines/libqsvgicon imageformats/libqsvg \
  platforminputcontexts/libcomposeplatforminputcontextplugin platforminputcontexts/libibusplatforminputcontextplugin; do
  pack "$from/$plugin.so" "lib/qt6/plugins/$plugin.so"
done
printf '[Paths]\nPrefix=..\nPlugins=lib/qt6/plugins\nTranslations=share/qt6/translations\n' >"$top/bin/qt.conf"
translations=$(qtpaths6 --query QT_INSTALL_TRANSLATIONS 2>/dev/null || /usr/lib/qt6/bin/qtpaths --query QT_INSTALL_TRANSLATIONS)
pack "$translations/qtbase_zh_CN.qm" share/qt6/translations/qtbase_zh_CN.qm

# Letters where the system has no font at all.
for font in DejaVuSans DejaVuSans-Bold DejaVuSansMono; do
  pack "/usr/share/fonts/truetype/dejavu/$font.ttf" "share/tilescribe/fonts/$font.ttf"
done

# Every library that one of them needs, but what every system of this age has.
is_systems() {
  case $1 in
    ld-linux* | linux-vdso* | libc.so.* | libm.so.* | libmvec.so.* | libpthread.so.* | libdl.so.* | librt.so.* | \
      libresolv.so.* | libutil.so.* | libanl.so.* | libstdc++.so.* | libgcc_s.so.*) return 0 ;;
    *) return 1 ;;
  esac
}
find "$top/bin" "$top/lib" -type f -print0 | xargs -0 file | sed -n 's/: *ELF .*//p' >"$work/elf"
while read -r binary; do
  LD_LIBRARY_PATH=$own ldd "$binary"
done <"$work/elf" >"$work/ldd"
if grep "not found" "$work/ldd" | grep -v libtilescribe_ >&2; then
  echo "bundle: the libraries above are missing on this machine." >&2
  exit 1
fi
sed -n 's/^[[:space:]]*\([^ ]*\) => \(\/[^ ]*\) .*/\1 \2/p' "$work/ldd" | sort -u | while read -r library path; do
  [[ $path != "$top"/* ]] || continue
  is_systems "$library" && continue
  install -m 644 "$path" "$top/lib/$library"
  printf '%s\t%s\n' "lib/$library" "$path"
done >>"$work/packed"

# All of them are found from the place of the file that needs them.
while read -r binary; do
  place=$(dirname "$binary")
  search="\$ORIGIN/$(realpath --relative-to="$place" "$top/lib")"
  [[ $place == "$top/lib/qt6/plugins"/* ]] || search="\$ORIGIN/$(realpath --relative-to="$place" "$own"):$search"
  patchelf --set-rpath "$search" "$binary"
done <"$work/elf"
find "$top/lib" -maxdepth 1 -name '*.so*' -print0 | xargs -0 -n 1 patchelf --set-rpath "\$ORIGIN"

# The licences of what is packed or compiled in, as its packages state them.
install -D -m 644 LICENSE README.md CHANGELOG.md -t "$top/share/doc/tilescribe"
package_of() {
  local path
  path=$(realpath "$1")
  { dpkg -S "$path" 2>/dev/null || dpkg -S "${path#/usr}" 2>/dev/null || dpkg -S "$1" 2>/dev/null; } | head -n 1 | cut -d: -f1
}
cut -f 2 "$work/packed" | while read -r path; do package_of "$path"; done | sort -u | while read -r package; do
  install -D -m 644 "/usr/share/doc/$package/copyright" "$top/share/doc/tilescribe/libraries/$package"
done
install -D -m 644 "$work/doc/tilescribe-cli/compiled-in"/* -t "$top/share/doc/tilescribe/libraries"
for package in tilescribe tilescribe-cli tilescribe-cuda; do # which may contain others' work, too
  [[ ! -e $work/doc/$package ]] || install -D -m 644 "$work/doc/$package/copyright" "$top/share/doc/tilescribe/ours/$package"
done
install -D -m 644 /usr/share/common-licenses/{Apache-2.0,GPL-2,GPL-3,LGPL-2,LGPL-2.1,LGPL-3} -t "$top/share/doc/tilescribe/licences"

sort "$work/packed" >"$build/bundle.tsv"
tar --sort=name --mtime="@${SOURCE_DATE_EPOCH:?}" --owner=0 --group=0 --numeric-owner --format=gnu -C "$work" -c "$name" |
  gzip -9n >"$output"

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Build the program for Flatpak, as a file that `flatpak install --user FILE` takes. What lies here is built. Needs
# flatpak and flatpak-builder, and KDE's runtime with its SDK, which are installed from Flathub if they are missing.
# usage: packaging/flatpak.sh [FILE]      default: build/flatpak/tilescribe.flatpak
set -euo pipefail
here=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=packaging/lib.sh
source packaging/lib.sh

file=build/flatpak/tilescribe.flatpak
case ${1:-} in
  -h | --help)
    sed -n '3,5s/^# \{0,1\}//p' packaging/flatpak.sh
    exit 0
    ;;
  -*) fail "unknown option $1; usage: packaging/flatpak.sh [FILE]" ;;
  /*) file=$1 ;;
  ?*) file=$here/$1 ;;
esac
id=io.github.tilescribe.Tilescribe
manifest=packaging/flatpak/$id.yaml
for program in flatpak flatpak-builder; do
  [[ -n $(command -v "$program") ]] || fail "expected $program, and it is not installed: apt-get install flatpak flatpak-builder"
done

version=$(sed -n "s/^runtime-version: '\(.*\)'$/\1/p" "$manifest")
for runtime in org.kde.Platform org.kde.Sdk; do
  ! flatpak info "$runtime//$version" >/dev/null 2>&1 || continue
  if ! flatpak remote-add --user --if-not-exists flathub https://dl.flathub.org/repo/flathub.flatpakrepo >/dev/null 2>&1 ||
    ! flatpak install --user --noninteractive flathub "$runtime//$version"; then
    fail "expected the runtime $runtime $version; it is not installed, and could not be had from Flathub. Nothing was built."
  fi
done

mkdir -p build/flatpak "$(dirname "$file")"
phase flatpak-build flatpak-builder --user --force-clean --disable-rofiles-fuse --state-dir=build/flatpak/state \
  --repo=build/flatpak/repo build/flatpak/app "$manifest"
phase flatpak-bundle flatpak build-bundle build/flatpak/repo "$file" "$id"
echo "$file: flatpak install --user $file"

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Install the Debian packages that a build needs, if they are missing. A second run only checks.
# usage: packaging/setup.sh [build|test|check|package|tidy]...   (sections of packages.txt; default: build)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

fail() {
  echo "setup: $1" >&2
  exit 1
}

# The packages of the named sections, one per line.
packages_of() {
  local wanted=" $* " section="" line
  while IFS= read -r line; do
    line=${line%%#*}
    line=${line//[[:space:]]/}
    case $line in
      "") ;;
      \[*\]) section=${line:1:-1} ;;
      *) if [[ $wanted == *" $section "* ]]; then echo "$line"; fi ;;
    esac
  done <packages.txt
}

# Whether the system's package manager has installed a package, or one of its alternatives: NAME|NAME(<<VERSION).
is_installed() {
  local one found IFS='|'
  for one in $1; do
    found=$(dpkg-query -W -f '${db:Status-Status} ${Version}' "${one%%(*}" 2>/dev/null) || continue
    [[ $found == installed\ * ]] || continue
    [[ $one == *"(<<"* ]] || return 0
    one=${one#*"(<<"}
    if dpkg --compare-versions "${found#* }" lt "${one%)}"; then return 0; fi
  done
  return 1
}

# The first alternative that the system knows.
name_of() {
  local one IFS='|'
  for one in $1; do
    one=${one%%(*}
    if apt-cache show "$one" >/dev/null 2>&1; then break; fi
  done
  echo "$one"
}

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  fail "expected Debian 12 or Ubuntu 24.04 (or a later one), found no apt-get; install what packaging/packages.txt lists by hand and build with 'cmake --preset release && cmake --build --preset release'."
fi

[[ $# -gt 0 ]] || set -- build
for section in "$@"; do
  grep -qFx "[$section]" packages.txt || fail "unknown section $section; usage: packaging/setup.sh [build|test|check|package|tidy]..."
done
missing=()
while IFS= read -r package; do
  is_installed "$package" || missing+=("$package")
done < <(packages_of "$@")
[[ ${#missing[@]} -gt 0 ]] || exit 0
names_of_missing() { # a line
  local package names=()
  for package in "${missing[@]}"; do names+=("$(name_of "$package")"); done
  echo "${names[*]}"
}

as_root=()
if [[ $EUID -ne 0 ]]; then
  command -v sudo >/dev/null ||
    fail "these packages are missing and installing them needs root or sudo; as root: apt-get install $(names_of_missing)"
  as_root=(sudo)
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -o Dpkg::Use-Pty=0 "$@" >>"$log" 2>&1; }
install_missing() {
  apt update || return
  local names
  read -ra names <<<"$(names_of_missing)"
  echo "setup: installing ${names[*]}"
  apt install --no-install-recommends "${names[@]}"
}
if ! install_missing; then
  tail -n 20 "$log" >&2
  fail "apt-get could not install them; see its output above."
fi

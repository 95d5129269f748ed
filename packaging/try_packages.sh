#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Try what release.sh made in systems that have nothing else: fresh chroots by debootstrap. The Debian packages are installed, used
# and purged in one; the bundle is unpacked and used in another. Needs root, debootstrap, xvfb, and the network.
# usage: packaging/try_packages.sh SUITE FOLDER [WORK_FOLDER]
#   SUITE         bookworm, trixie or noble. Debian packages are tried if FOLDER holds those of that system
#   FOLDER        what release.sh wrote
#   WORK_FOLDER   where the chroots are made, and where the fresh one is kept for the next time: root's, and writable
#                 for nobody else; default: /var/cache/tilescribe-try
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "try_packages: $1" >&2
  exit 1
}
[[ $# -ge 2 ]] || { sed -n '3,10s/^# \{0,1\}//p' "$0" >&2; exit 2; }
[[ $EUID -eq 0 ]] || fail "a chroot can only be made by root."
suite=$1 files=$(realpath "$2") work=$(realpath -m "${3:-/var/cache/tilescribe-try}")
[[ -e $work ]] || install -d -m 700 "$work"
[[ -O $work && -z $(find "$work" -maxdepth 0 -perm /022) ]] || fail "$work must be root's, and writable for nobody else."
case $suite in
  bookworm) system=deb12 mirror=http://deb.debian.org/debian options=() ;;
  trixie) system=deb13 mirror=http://deb.debian.org/debian options=() ;;
  noble)
    system=ubuntu24.04 mirror=http://archive.ubuntu.com/ubuntu options=('--components=main,universe' --merged-usr)
    keyring=/usr/share/keyrings/ubuntu-archive-keyring.gpg
    [[ ! -e $keyring ]] || options+=("--keyring=$keyring")
    ;;
  *) fail "expected bookworm, trixie or noble, found $suite." ;;
esac

fresh=$work/$suite
if [[ ! -d $fresh ]]; then
  script=()
  [[ -e /usr/share/debootstrap/scripts/$suite ]] || script=(gutsy) # older debootstraps know no newer Ubuntu by name
  debootstrap --variant=minbase "${options[@]}" "$suite" "$fresh.part" "$mirror" "${script[@]}" >"$work/$suite.log" 2>&1 ||
    fail "debootstrap could not make $suite; see $work/$suite.log."
  mv "$fresh.part" "$fresh"
fi

root=""
display=""
server=""
leave() {
  [[ -z $server ]] || kill "$server" 2>/dev/null || true
  [[ -z $root ]] || close_root
}
trap leave EXIT
close_root() {
  for place in tmp/.X11-unix dev proc; do umount "$root/$place" 2>/dev/null || true; done
  if grep -qF " $root/" /proc/self/mounts; then
    echo "try_packages: $root is still in use and stays." >&2
  else
    rm -rf --one-file-system "$root"
  fi
  root=""
}
open_root() {
  root=$(mktemp -d -p "$work")
  cp -a "$fresh/." "$root"
  chmod 755 "$root"
  mount -t proc proc "$root/proc"
  mount --bind /dev "$root/dev"
  mkdir -p "$root/tmp/.X11-unix"
  mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
  in_root useradd --create-home ada
}
in_root() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"; }
as_ada() { in_root setpriv --reuid=ada --regid=ada --init-groups env HOME=/home/ada DISPLAY="$display" "$@"; }

# use_programs BIN AUDIO NAME: the sample on the terminal, compressed files (the decoder, confined: of that nothing is said),
# then the sample in the window, which also starts as it would for a user.
use_programs() {
  local words kind
  words=$(as_ada "$1/tilescribe-cli" transcribe "$2/sample.wav") || fail "the command line failed in $suite."
  echo "  terminal: $(head -c 60 <<<"$words")…"
  [[ $(tr -cd '[:alpha:] ' <<<"$words" | wc -w) -gt 5 ]] || fail "expected a text, found '$words'."
  for kind in m4a mp3 opus; do
    install -m 644 "tests/data/audio/speech.$kind" "$root/home/ada"
    words=$(as_ada "$1/tilescribe-cli" transcribe "/home/ada/speech.$kind" 2>&1) || fail "a file in $kind failed in $suite: $words"
    [[ $words == "Concord returned to its place amidst the tents." ]] || fail "expected what speech.$kind says, found '$words'."
  done
  echo "  compressed: m4a, mp3, opus"
  as_ada "$1/tilescribe" --sample --screenshot /home/ada/window.png >"$root/window.log" 2>&1 || {
    cat "$root/window.log" >&2
    fail "the window failed in $suite."
  }
  [[ $(head -c 8 "$root/home/ada/window.png" | od -An -tx1) == " 89 50 4e 47 0d 0a 1a 0a" ]] || fail "the window left no picture."
  cp "$root/home/ada/window.png" "$work/window-$suite-$3.png"
  local status=0
  as_ada timeout 20 "$1/tilescribe" --sample >"$root/window.log" 2>&1 || status=$?
  rm -f "$root/window.log"
  [[ $status -eq 124 ]] || fail "expected the window to stay open, and it ended with $status."
  [[ -d $root/home/ada/.local/share/tilescribe ]] || fail "the window kept nothing."
  echo "  window: $work/window-$suite-$3.png"
}

for number in $(seq 90 120); do
  [[ ! -e /tmp/.X$number-lock ]] || continue
  Xvfb ":$number" -screen 0 1400x900x24 -nolisten tcp -ac >"$work/xvfb.log" 2>&1 &
  server=$! display=:$number
  break
done
for _ in $(seq 50); do
  [[ ! -S /tmp/.X11-unix/X${display#:} ]] || break
  sleep 0.1
done
[[ -S /tmp/.X11-unix/X${display#:} ]] || fail "Xvfb did not start; see $work/xvfb.log."

# What is there besides logs, caches and the package manager's own books.
listing() {
  (cd "$root" && find . -xdev \( -path ./proc -o -path ./dev -o -path ./tmp -o -path ./run -o -path ./packages -o -path ./var/log \
    -o -path ./var/cache -o -path ./var/lib/apt -o -path ./var/lib/dpkg -o -path ./home/ada \) -prune -o -print | sort)
}

packages=("$files"/*"~$system"_*.deb)
if [[ -e ${packages[0]} ]]; then
  echo "$suite: Debian packages"
  open_root
  mkdir "$root/packages"
  cp "${packages[@]}" "$root/packages"
  in_root sh -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends /packages/*.deb' >"$work/$suite-install.log" 2>&1 ||
    fail "the packages could not be installed; see $work/$suite-install.log."
  names=$(for file in "${packages[@]}"; do dpkg-deb -f "$file" Package; done)
  # What others brought stays: so ours are removed, the system is listed, and they come back.
  # shellcheck disable=SC2086
  in_root dpkg --purge $names >/dev/null
  listing >"$work/$suite-before.txt"
  in_root sh -c 'dpkg -i /packages/*.deb' >>"$work/$suite-install.log" 2>&1 || fail "see $work/$suite-install.log."
  # Without it the style's own arrows and ticks are missing, and nothing says so.
  in_root sh -c 'test -e /usr/lib/*/qt6/plugins/imageformats/libqsvg.so' || fail "the packages bring no plugin for pictures in SVG."
  use_programs /usr/bin /usr/share/tilescribe/audio deb
  # shellcheck disable=SC2086
  in_root dpkg --purge $names >/dev/null
  listing >"$work/$suite-after.txt"
  diff "$work/$suite-before.txt" "$work/$suite-after.txt" || fail "the lines above are what a purge left behind."
  as_ada test -d /home/ada/.local/share/tilescribe/transcripts || fail "the user's transcripts went with the packages."
  echo "  purged: nothing is left but /home/ada's own data"
  close_root
else
  echo "$suite: no Debian packages for it in $files"
fi

bundle=$(find "$files" -name 'tilescribe-*.tar.gz' | sort | head -n 1)
[[ -n $bundle ]] || fail "no bundle in $files."
echo "$suite: $(basename "$bundle")"
open_root
tar -C "$root/home/ada" --no-same-owner -xzf "$bundle"
place=$(basename "$bundle" .tar.gz)
use_programs "/home/ada/$place/bin" "/home/ada/$place/share/tilescribe/audio" bundle

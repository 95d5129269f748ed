#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Make all that a release consists of, for this system: Debian packages, a bundle that runs without being installed, what they
# consist of (SPDX), and checksums. Two runs of the same commit on the same system give the same bytes.
# usage: packaging/release.sh [--with-cuda] [FOLDER]      default: build/release-files
#   FOLDER        new, empty, or with an earlier release, which this one replaces
#   --with-cuda   also the package for NVIDIA GPUs, with kernels for all architectures; needs nvcc 12.8 or later. Another
#                 choice of architectures: TILESCRIBE_CUDA_ARCHITECTURES="90a"; without 120, nvcc 12 will do
# TILESCRIBE_HOMEPAGE, the address of a page, TILESCRIBE_SCREENSHOTS, that of a folder with what docs/images holds, and
# TILESCRIBE_MAINTAINER, "Name <address>", come from the environment. What is not given is not named.
set -euo pipefail
here=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=packaging/lib.sh
source packaging/lib.sh

folder=build/release-files
cuda=(-DTILESCRIBE_CUDA=OFF)
# Also where they are empty, so that nothing stays of an earlier release.
addresses=("-DTILESCRIBE_HOMEPAGE=${TILESCRIBE_HOMEPAGE:-}" "-DTILESCRIBE_SCREENSHOTS=${TILESCRIBE_SCREENSHOTS:-}")
if [[ -n ${TILESCRIBE_MAINTAINER:-} ]]; then
  addresses+=("-DTILESCRIBE_MAINTAINER=$TILESCRIBE_MAINTAINER")
else
  addresses+=(-UTILESCRIBE_MAINTAINER)
fi
for argument in "$@"; do
  case $argument in
    --with-cuda)
      CUDACXX=$(find_nvcc)
      [[ -n $CUDACXX ]] ||
        fail "--with-cuda needs nvcc 12.8 or later (12 without architecture 120), and none was found."
      export CUDACXX
      cuda=(-DTILESCRIBE_CUDA=ON "-DTILESCRIBE_CUDA_ARCHITECTURES=${TILESCRIBE_CUDA_ARCHITECTURES:-80;86;89;90a;120}")
      ;;
    -h | --help)
      sed -n '3,10s/^# \{0,1\}//p' packaging/release.sh
      exit 0
      ;;
    -*) fail "unknown option $argument; usage: packaging/release.sh [--with-cuda] [FOLDER]" ;;
    /*) folder=$argument ;;
    *) folder=$here/$argument ;;
  esac
done
packaging/setup.sh build package

# The commit's time is the time of everything. A source without its history says it in SOURCE_DATE_EPOCH.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)} ||
  fail "expected a Git checkout or the commit's time in SOURCE_DATE_EPOCH (seconds since 1970), found neither."
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
umask 022
# shellcheck source=/dev/null
system=$(source /etc/os-release && echo "${ID/debian/deb}$VERSION_ID")

mkdir -p "$folder"
folder=$(realpath "$folder")
rm -f "$folder"/tilescribe*.deb "$folder"/tilescribe-*.tar.gz "$folder"/tilescribe-*.spdx.json "$folder/SHA256SUMS"
[[ -z $(ls -A "$folder") ]] || fail "$folder holds files that belong to no release; name a new or an empty folder."
[[ " ${cuda[*]} " != *=OFF* ]] || rm -f build/package/lib/libtilescribe_cuda.so
phase configure-package cmake --preset package "${cuda[@]}" "${addresses[@]}" "-DTILESCRIBE_DEB_RELEASE=1~$system"
phase build-package cmake --build build/package
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' build/package/CMakeCache.txt)
rm -rf build/package/cpack
phase debian-packages cpack --config build/package/CPackConfig.cmake -B "$PWD/build/package/cpack"
mv build/package/cpack/*.deb "$folder"
phase lintian lintian --allow-root --fail-on error "$folder"/*.deb
phase bundle packaging/bundle.sh build/package "$folder/tilescribe-$version-$system-x86_64.tar.gz"
phase sbom python3 packaging/sbom.py build/package "$version" "$folder/tilescribe-$version-$system.spdx.json"
(cd "$folder" && sha256sum -- *.deb *.tar.gz *.json >SHA256SUMS)
cat "$folder/SHA256SUMS"

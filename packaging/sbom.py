#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what a build consists of as SPDX 2.3 (JSON): our packages, the libraries that they link, by Debian package and
version, and the packages whose headers or static libraries were compiled in.

usage: sbom.py BUILD_FOLDER VERSION OUTPUT.json     (after bundle.sh; SOURCE_DATE_EPOCH is the time of the document)
"""
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys


def owners():
    """Which Debian package brought each file, by path without /usr: Debian 12 has merged the two, and its lists have not."""
    found = {}
    for listing in sorted(pathlib.Path("/var/lib/dpkg/info").glob("*.list")):
        for path in listing.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
            found.setdefault(path.removeprefix("/usr"), listing.stem.split(":")[0])
    return found


def packages_of(paths, owner):
    """The packages of many files, and the files that no package brought."""
    packages, others = set(), []
    for path in sorted(paths):
        found = {owner.get(name.removeprefix("/usr")) for name in (path, os.path.realpath(path))} - {None}
        packages |= found
        if not found:
            others.append(path)
    return packages, others


def compiled_in(build):
    """Headers and static libraries of the system that the compiler and the linker read."""
    deps = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout
    paths = {line.strip() for line in deps.splitlines() if line.startswith("    /usr/")}
    commands = (pathlib.Path(build) / "build.ninja").read_text().split()
    paths |= {word for word in commands if word.startswith("/usr/") and word.endswith(".a")}
    return {os.path.normpath(path) for path in paths}


def cuda_runtime(others):
    """NVIDIA's runtime, which the plugin contains, if the toolkit was not installed as a package."""
    for path in others:
        if os.path.basename(path) == "cuda_runtime_api.h":
            version = int(re.search(r"#define CUDART_VERSION\s+(\d+)", pathlib.Path(path).read_text(encoding="utf-8"))[1])
            return [{
                "SPDXID": identifier("Package-cuda-cudart"),
                "name": "cuda-cudart",
                "versionInfo": f"{version // 1000}.{version % 1000 // 10}",
                "supplier": "Organization: NVIDIA Corporation",
                "downloadLocation": "NOASSERTION",
                "filesAnalyzed": False,
                "licenseConcluded": "NOASSERTION",
                "licenseDeclared": "NOASSERTION",
                "copyrightText": "NOASSERTION",
            }]
    return []


def described(package):
    fields = "${Version}\t${Architecture}\t${source:Package}\t${source:Version}\t${Homepage}"
    shown = subprocess.run(["dpkg-query", "-W", "-f", fields + "\n", package], capture_output=True, text=True, check=True)
    version, architecture, source, source_version, homepage = shown.stdout.splitlines()[0].split("\t")
    return {"version": version, "architecture": architecture, "source": source, "source_version": source_version,
            "homepage": homepage}


def identifier(name):
    return "SPDXRef-" + "".join(c if c.isalnum() or c in ".-" else "-" for c in name)


def system_package(package, distribution):
    about = described(package)
    return {
        "SPDXID": identifier("Package-" + package),
        "name": package,
        "versionInfo": about["version"],
        "sourceInfo": f"built from {about['source']} {about['source_version']}",
        "downloadLocation": "NOASSERTION",
        "homepage": about["homepage"] or "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": "NOASSERTION",
        "copyrightText": "NOASSERTION",
        "externalRefs": [{
            "referenceCategory": "PACKAGE-MANAGER",
            "referenceType": "purl",
            "referenceLocator": f"pkg:deb/{distribution}/{package}@{about['version']}?arch={about['architecture']}",
        }],
    }


def main():
    build, version, output = sys.argv[1:]
    epoch = int(os.environ["SOURCE_DATE_EPOCH"])
    system = dict(line.rstrip().replace('"', "").split("=", 1)
                  for line in open("/etc/os-release", encoding="utf-8") if "=" in line)
    owner = owners()
    with open(os.path.join(build, "bundle.tsv"), encoding="utf-8") as bundle:
        linked, unknown = packages_of([line.rstrip("\n").split("\t")[1] for line in bundle], owner)
    if unknown:
        sys.exit("sbom: expected that a Debian package brought each packed file; none brought " + ", ".join(unknown))
    built_with, others = packages_of(compiled_in(build), owner)
    built_with -= linked
    ours = {
        "SPDXID": "SPDXRef-Package-tilescribe",
        "name": "tilescribe",
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "GPL-3.0-only",
        "licenseDeclared": "Apache-2.0",
        "copyrightText": "2026 The Tilescribe authors",
        "comment": "The sources are Apache-2.0. The program with the window links QCustomPlot and is GPL-3.0-only.",
    }
    packages = [ours]
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                  "relatedSpdxElement": ours["SPDXID"]}]
    for names, kind in ((linked, "DYNAMIC_LINK"), (built_with, "BUILD_DEPENDENCY_OF")):
        for name in sorted(names):
            about = system_package(name, system["ID"])
            packages.append(about)
            first, second = ours["SPDXID"], about["SPDXID"]
            if kind == "BUILD_DEPENDENCY_OF":
                first, second = second, first
            relations.append({"spdxElementId": first, "relationshipType": kind, "relatedSpdxElement": second})
    for about in cuda_runtime(others):
        packages.append(about)
        relations.append({"spdxElementId": ours["SPDXID"], "relationshipType": "STATIC_LINK",
                          "relatedSpdxElement": about["SPDXID"]})
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"tilescribe-{version}-{system['ID']}-{system['VERSION_ID']}",
        "creationInfo": {
            "created": datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: tilescribe-packaging-sbom"],
        },
        "packages": packages,
        "relationships": relations,
    }
    digest = hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()
    document["documentNamespace"] = f"https://spdx.org/spdxdocs/{document['name']}-{digest[:32]}"
    with open(output, "w", encoding="utf-8") as file:
        json.dump(document, file, indent=1, sort_keys=True)
        file.write("\n")
    print(f"sbom: {len(linked)} packages linked, {len(built_with)} compiled in")


main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Clients that we did not write, against `tilescribe-cli serve` with the demo model.

usage: run.py TILESCRIBE_CLI FOLDER [openai|wyoming]

FOLDER keeps the virtual environment between runs. `openai` (the default) needs the packages of packaging/packages.txt
and, for the first run, PyPI: where that can't be reached, only curl runs and the exit status is 77. `wyoming` needs PyPI
likewise, and to be run by Python 3.12 or later, which Debian 12 does not have.
"""
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
AUDIO = HERE.parents[3] / "resources" / "audio"
KEY = "sesame"


def fail(sentence):
    sys.exit(f"clients: {sentence}")


def environment(folder, requirements):
    """A virtual environment with exactly these packages; made again when they have changed."""
    python = folder / "bin" / "python"
    done = folder / "done"
    wanted = requirements.read_text()
    if not done.is_file() or done.read_text() != wanted:
        # Without what the caller's own environment says, such as sanitizers or another Python.
        base = "/usr/bin/python3" if requirements.name == "requirements.txt" else sys.executable
        made = subprocess.run([base, "-m", "venv", "--clear", folder])
        if made.returncode != 0:
            fail("the virtual environment could not be made; packaging/setup.sh test installs python3-venv")
        installed = subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--retries", "1",
                                    "-r", requirements], stderr=subprocess.PIPE, text=True)
        if installed.returncode != 0:
            print(installed.stderr, file=sys.stderr)
            if re.search("connection broken|NameResolutionError|NewConnectionError|ConnectTimeout", installed.stderr):
                return None
            fail(f"pip could not install {requirements.name}; see its output above")
        done.write_text(wanted)
    return python


def stay_on_this_machine():
    """The clients ask the server itself, whatever proxy leads to PyPI."""
    os.environ["NO_PROXY"] = os.environ["no_proxy"] = "*"


class Server:
    """The server on a free port."""

    def __init__(self, cli, *options, key=None):
        variables = dict(os.environ)
        variables.pop("TILESCRIBE_API_KEY", None)
        if key:
            variables["TILESCRIBE_API_KEY"] = key
        self.process = subprocess.Popen([cli, "serve", "--port", "0", *options], stdout=subprocess.PIPE, text=True, env=variables)
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+$", line)
        if not found:
            fail(f"the server said {line!r}")
        self.address = found.group(0)

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        if self.process.wait(300) != 0:
            fail(f"the server ended with {self.process.returncode}")


def check_curl(address):
    """The examples of README.md."""
    def curl(*arguments):
        return subprocess.run(["curl", "-sS", *arguments], capture_output=True, text=True, check=True).stdout

    url = address + "/v1/audio/transcriptions"
    sound = f"file=@{AUDIO / 'short.wav'}"
    authorization = ["-H", f"Authorization: Bearer {KEY}"]
    text = curl(*authorization, "-F", sound, "-F", "response_format=text", url).strip()
    assert text.startswith("Concord returned to its place"), text
    assert curl(*authorization, "-F", "response_format=srt", "-F", sound, url).endswith(text + "\n")
    assert "event: transcript.text.done\ndata: " in curl(*authorization, "-N", "-F", "stream=true", "-F", sound, url)
    assert curl("-o", "/dev/null", "-w", "%{http_code}", "-F", sound, url) == "401"
    # Two megabytes and more: curl asks before it sends (Expect: 100-continue).
    large = "file=@-;filename=talk.wav"
    with open(AUDIO / "long.wav", "rb") as one:
        talk = one.read()
    quiet = talk[:44] + bytes(3 << 20)
    sent = subprocess.run(["curl", "-sS", *authorization, "-F", large, "-F", "response_format=text", url], input=quiet,
                          capture_output=True, check=True).stdout
    assert sent == b"\n", sent
    return text


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def run_openai(cli, folder):
    python = environment(folder / "openai", HERE / "requirements.txt")
    stay_on_this_machine()
    server = Server(cli, "--queue", "2", key=KEY)
    try:
        text = check_curl(server.address)
        if python is None:
            print("clients: curl passed; PyPI could not be reached, so openai was not run")
            sys.exit(77)
        for client in ("openai_client.py", "openai_realtime.py"):
            subprocess.run([python, HERE / client, server.address + "/v1", KEY, AUDIO, text], check=True)
    finally:
        server.end()


def run_wyoming(cli, folder):
    if sys.version_info < (3, 12):
        fail(f"wyoming-openai needs Python 3.12 or later; found {sys.version.split()[0]}")
    python = environment(folder / "wyoming", HERE / "requirements-wyoming.txt")
    if python is None:
        print("clients: PyPI could not be reached, so wyoming-openai was not run")
        sys.exit(77)
    stay_on_this_machine()
    server = Server(cli, "--alias", "tilescribe")
    port = free_port()
    bridge = subprocess.Popen([python, "-m", "wyoming_openai", "--uri", f"tcp://127.0.0.1:{port}", "--stt-openai-url",
                               server.address + "/v1", "--stt-models", "whisper-1", "--stt-streaming-models", "tilescribe"])
    try:
        for _ in range(300):
            with socket.socket() as one:
                if one.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        subprocess.run([python, HERE / "wyoming_client.py", f"tcp://127.0.0.1:{port}", AUDIO / "short.wav"], check=True)
    finally:
        bridge.terminate()
        bridge.wait(30)
        server.end()


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    which = sys.argv[3] if len(sys.argv) == 4 else "openai"
    {"openai": run_openai, "wyoming": run_wyoming}[which](sys.argv[1], Path(sys.argv[2]))
    print(f"clients: {which} passed")

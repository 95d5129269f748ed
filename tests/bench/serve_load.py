#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How `tilescribe-cli serve` does under load, beside `tilescribe-cli transcribe` on the same files.

usage: serve_load.py TILESCRIBE_CLI [--seconds S] [--clients N] [--model M] [--engine E] [--stages] [-- SERVE_OPTION...]

Clients on this machine ask for streams one after the other, each at once when it has its last answer. With --stages each
sends windows of 26 to 30 s, and `bench stages` with as many windows as clients stands beside it: on a GPU. A quiet machine and a
release build are needed for the figures to mean anything."""
import argparse
import http.client
import json
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import wave
from pathlib import Path

AUDIO = Path(__file__).resolve().parents[2] / "resources" / "audio"
FILES = [AUDIO / name for name in ("short.wav", "medium.wav", "sample.wav", "long.wav")]
WINDOWS_S = [26 + half / 2 for half in range(9)]  # not all the same: they would end, and be sent, at once
MEAN_S = statistics.mean(WINDOWS_S)
TOKENS = round(32 + 15 * MEAN_S)  # what a model with random weights writes for as much sound: the most


def seconds_of(file):
    with wave.open(str(file)) as sound:
        return sound.getnframes() / sound.getframerate()


def request_body(file):
    head = ('--b\r\nContent-Disposition: form-data; name="stream"\r\n\r\ntrue\r\n'
            f'--b\r\nContent-Disposition: form-data; name="file"; filename="{file.name}"\r\n\r\n').encode()
    return head + file.read_bytes() + b"\r\n--b--\r\n"


def make_windows(folder):
    """Recordings of nearly a window each, from the longest."""
    with wave.open(str(FILES[-1])) as longest:
        form, second = longest.getparams(), longest.getframerate() * longest.getsampwidth()
        sound = longest.readframes(longest.getnframes()) * 2
    files = [Path(folder) / f"window-{seconds}.wav" for seconds in WINDOWS_S]
    for file, seconds in zip(files, WINDOWS_S):
        with wave.open(str(file), "wb") as window:
            window.setparams(form)
            window.writeframes(sound[:int(second * seconds)])
    return files


def ask(port, body):
    """Status, seconds to the first event, seconds to the end, the text."""
    begin = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    connection.request("POST", "/v1/audio/transcriptions", body,
                       {"Content-Type": "multipart/form-data; boundary=b"})
    answer = connection.getresponse()
    if answer.status != 200:
        wait = float(answer.headers.get("Retry-After", 1))
        answer.read()
        return answer.status, None, wait, ""
    first, text = None, ""
    while line := answer.readline():
        if first is None and line.startswith(b"event: transcript."):
            first = time.monotonic() - begin
        if line.startswith(b"data: ") and b'"transcript.text.done"' in line:
            text = json.loads(line[6:])["text"]
    connection.close()
    return 200, first, time.monotonic() - begin, text


def memory_mib(pid):
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


def transcribe(command, files, rounds):
    """Seconds of audio that one run does in a second."""
    begin = time.monotonic()
    subprocess.run([*command, *files * rounds], check=True, capture_output=True)
    return rounds * sum(map(seconds_of, files)) / (time.monotonic() - begin)


def stages(cli, model, windows):
    """The same, of `bench stages`."""
    table = subprocess.run([cli, "bench", "stages", *model, "--batch", str(windows), "--tokens", str(TOKENS),
                            "--json", "-"], check=True, capture_output=True, text=True).stdout
    return next(1e3 * windows * MEAN_S / row["ms"] for row in json.loads(table)["rows"]
                if row["stage"] == "whole" and row["windows"] == windows)


def main():
    own, options = sys.argv[1:], []
    if "--" in own:
        own, options = own[:own.index("--")], own[own.index("--") + 1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--model")
    parser.add_argument("--engine")
    parser.add_argument("--stages", action="store_true")
    given = parser.parse_args(own)
    model = [*(["--model", given.model] if given.model else []), *(["--engine", given.engine] if given.engine else [])]
    with tempfile.TemporaryDirectory() as folder:
        return measure(given, model, options, make_windows(folder) if given.stages else FILES)


def measure(given, model, options, files):
    bodies = {file: request_body(file) for file in files}

    def peer():
        if given.stages:
            return stages(given.cli, model, given.clients)
        return transcribe([given.cli, "transcribe", *model], files, 12)

    peer_name = "bench stages" if given.stages else "transcribe"
    alone = peer()
    server = subprocess.Popen([given.cli, "serve", "--port", "0", *model, *options], stdout=subprocess.PIPE, text=True)
    port = int(server.stdout.readline().rsplit(":", 1)[1])
    lone = {file: [ask(port, body) for _ in range(5)] for file, body in bodies.items()}
    lone_first = {file: statistics.median(one[1] for one in some) for file, some in lone.items()}
    texts = {file: some[0][3] for file, some in lone.items()}

    end = time.monotonic() + given.seconds
    lock = threading.Lock()
    done, statuses, wrong, firsts, memory = [], {}, [0], [], []
    turn = iter(range(1 << 60))

    def client():
        while time.monotonic() < end:
            with lock:
                file = files[next(turn) % len(files)]
            status, first, took, text = ask(port, bodies[file])
            with lock:
                statuses[status] = statuses.get(status, 0) + 1
                if status == 200:
                    done.append((time.monotonic(), seconds_of(file)))
                    firsts.append(first / lone_first[file])
                    wrong[0] += text != texts[file]
            if status != 200:
                time.sleep(took)

    begin = time.monotonic()
    threads = [threading.Thread(target=client) for _ in range(given.clients)]
    for thread in threads:
        thread.start()
    while time.monotonic() < end:
        time.sleep(1)
        memory.append(memory_mib(server.pid))
    for thread in threads:
        thread.join()
    served = sum(seconds for at, seconds in done) / (max(at for at, seconds in done) - begin)
    alone_after = peer()
    server.send_signal(signal.SIGTERM)
    code = server.wait(60)

    alone_mean = (alone + alone_after) / 2
    firsts.sort()
    quarter = len(memory) // 4
    print(f"{peer_name}: {alone:.1f} times real time before, {alone_after:.1f} after")
    print(f"serve, {given.clients} clients, {given.seconds:.0f} s: {served:.1f} times real time, "
          f"{served / alone_mean:.2f} of {peer_name}")
    print(f"answers by status: {statuses}; other texts than alone: {wrong[0]}; exit code {code}")
    print("first event, alone: " + ", ".join(f"{file.name} {first:.3f} s" for file, first in lone_first.items()))
    print(f"first event under load, times the lone one: median {firsts[len(firsts) // 2]:.1f}, "
          f"95 % {firsts[len(firsts) * 95 // 100]:.1f}")
    print(f"memory: {memory[0]:.0f} MiB at first, {max(memory[:quarter + 1]):.0f} in the first quarter, "
          f"{max(memory[-quarter - 1:]):.0f} in the last")
    return 0 if set(statuses) <= {200, 429} and wrong[0] == 0 and code == 0 else 1


if __name__ == "__main__":
    sys.exit(main())

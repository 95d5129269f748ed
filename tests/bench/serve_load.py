#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How `tilescribe-cli serve` does under load, beside `tilescribe-cli transcribe` on the same files.

usage: serve_load.py TILESCRIBE_CLI [--seconds S] [--clients N] [-- SERVE_OPTION...]

Clients on this machine ask for streams one after the other, each at once when it has its last answer. A quiet machine and
a release build are needed for the figures to mean anything."""
import argparse
import http.client
import json
import re
import signal
import statistics
import subprocess
import sys
import threading
import time
import wave
from pathlib import Path

AUDIO = Path(__file__).resolve().parents[2] / "resources" / "audio"
FILES = [AUDIO / name for name in ("short.wav", "medium.wav", "sample.wav", "long.wav")]


def seconds_of(file):
    with wave.open(str(file)) as sound:
        return sound.getnframes() / sound.getframerate()


def request_body(file):
    head = ('--b\r\nContent-Disposition: form-data; name="stream"\r\n\r\ntrue\r\n'
            f'--b\r\nContent-Disposition: form-data; name="file"; filename="{file.name}"\r\n\r\n').encode()
    return head + file.read_bytes() + b"\r\n--b--\r\n"


BODIES = {file: request_body(file) for file in FILES}


def ask(port, file):
    """Status, seconds to the first event, seconds to the end, the text."""
    begin = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    connection.request("POST", "/v1/audio/transcriptions", BODIES[file],
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


def transcribe(cli, rounds):
    """Seconds of audio that one run does in a second."""
    begin = time.monotonic()
    subprocess.run([cli, "transcribe", *FILES * rounds], check=True, capture_output=True)
    return rounds * sum(map(seconds_of, FILES)) / (time.monotonic() - begin)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("options", nargs="*")
    given = parser.parse_args()

    alone = transcribe(given.cli, 12)
    server = subprocess.Popen([given.cli, "serve", "--port", "0", *given.options], stdout=subprocess.PIPE, text=True)
    port = int(server.stdout.readline().rsplit(":", 1)[1])
    lone = {file: [ask(port, file) for _ in range(5)] for file in FILES}
    lone_first = {file: statistics.median(one[1] for one in some) for file, some in lone.items()}
    texts = {file: some[0][3] for file, some in lone.items()}

    end = time.monotonic() + given.seconds
    lock = threading.Lock()
    done, statuses, wrong, firsts, memory = [], {}, [0], [], []
    turn = iter(range(1 << 60))

    def client():
        while time.monotonic() < end:
            with lock:
                file = FILES[next(turn) % len(FILES)]
            status, first, took, text = ask(port, file)
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
    served = sum(seconds for at, seconds in done if at <= end) / (end - begin)
    alone_after = transcribe(given.cli, 12)
    server.send_signal(signal.SIGTERM)
    code = server.wait(60)

    alone_mean = (alone + alone_after) / 2
    firsts.sort()
    quarter = len(memory) // 4
    print(f"transcribe: {alone:.1f} times real time before, {alone_after:.1f} after")
    print(f"serve, {given.clients} clients, {given.seconds:.0f} s: {served:.1f} times real time, "
          f"{served / alone_mean:.2f} of transcribe")
    print(f"answers by status: {statuses}; other texts than alone: {wrong[0]}; exit code {code}")
    print("first event, alone: " + ", ".join(f"{file.name} {first:.3f} s" for file, first in lone_first.items()))
    print(f"first event under load, times the lone one: median {firsts[len(firsts) // 2]:.1f}, "
          f"95 % {firsts[len(firsts) * 95 // 100]:.1f}")
    print(f"memory: {memory[0]:.0f} MiB at first, {max(memory[:quarter + 1]):.0f} in the first quarter, "
          f"{max(memory[-quarter - 1:]):.0f} in the last")
    return 0 if set(statuses) <= {200, 429} and wrong[0] == 0 and code == 0 else 1


if __name__ == "__main__":
    sys.exit(main())

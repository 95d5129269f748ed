# SPDX-License-Identifier: Apache-2.0
"""The package `openai` against the server: every format, streaming, errors.

usage: openai_client.py BASE_URL KEY AUDIO_FOLDER TEXT_OF_SHORT_WAV"""
import asyncio
import http.client
import io
import sys
import threading
import time
import urllib.parse
import wave
from pathlib import Path

import openai

base, key, audio, expected = sys.argv[1], sys.argv[2], Path(sys.argv[3]), sys.argv[4]
client = openai.OpenAI(base_url=base, api_key=key, max_retries=0)
short = audio / "short.wav"


def transcribe(one=client, **options):
    options.setdefault("model", "whisper-1")
    options.setdefault("file", short)
    return one.audio.transcriptions.create(**options)


def refused(kind, **options):
    try:
        transcribe(**options)
    except kind as error:
        return error
    raise AssertionError(f"expected {kind.__name__}")


# Every format.
got = transcribe()
assert got.text == expected and got.usage.type == "duration" and got.usage.seconds == 2.8, got
assert transcribe(response_format="text").strip() == expected
assert transcribe(response_format="srt").startswith("1\n00:00:0")
assert transcribe(response_format="vtt").startswith("WEBVTT\n")
got = transcribe(response_format="verbose_json", language="en", temperature=0.0)
assert got.text == expected and got.language == "english" and float(got.duration) == 2.8, got
assert got.segments[0].id == 0 and got.segments[0].avg_logprob < 0 and got.segments[0].tokens, got
assert got.words is None, got
got = transcribe(response_format="verbose_json", timestamp_granularities=["word", "segment"])
assert [word.word for word in got.words] == expected.split(), got.words
assert all(a.start < a.end <= b.start for a, b in zip(got.words, got.words[1:])), got.words
assert len(got.segments[0].words) == len(got.words)



def two_channels():
    """One says what short.wav says; then the other says it."""
    with wave.open(str(short)) as once:
        rate, samples = once.getframerate(), once.readframes(once.getnframes())
    said = [samples[i:i + 2] for i in range(0, len(samples), 2)]
    quiet = [bytes(2)] * len(said)
    sound = io.BytesIO()
    with wave.open(sound, "wb") as written:
        written.setparams((2, 2, rate, 0, "NONE", ""))
        written.writeframes(b"".join(left + right for left, right in zip(said + quiet, quiet + said)))
    return "talk.wav", sound.getvalue()


# Who speaks, where everybody has a channel.
got = transcribe(file=two_channels(), response_format="diarized_json")
assert [(one.speaker, one.text) for one in got.segments] == [("Speaker 1", expected), ("Speaker 2", expected)], got
assert got.segments[0].start < got.segments[1].start and got.task == "transcribe", got
got = transcribe(file=two_channels(), response_format="text", extra_body={"speakers": "channels"})
assert got == f"Speaker 1: {expected}\nSpeaker 2: {expected}\n", got
assert refused(openai.BadRequestError, response_format="diarized_json", stream=True).param == "stream"

# Streams, and the answer as it came.
names, deltas, segments = [], "", []
for event in transcribe(stream=True):
    names.append(event.type)
    if event.type == "transcript.text.delta":
        deltas += event.delta
    if event.type == "transcript.text.segment":
        segments.append((event.id, event.start, event.end, event.text))
assert names[-1] == "transcript.text.done" and event.text == expected and deltas == expected, names
assert segments and segments[-1][2] <= 2.8, segments
raw = client.audio.transcriptions.with_raw_response.create(model="whisper-1", file=short)
assert raw.headers["content-type"] == "application/json"

# Models.
names = [model.id for model in client.models.list()]
assert "whisper-1" in names and client.models.retrieve(names[0]).id == names[0], names
assert transcribe(model=names[0]).text == expected

# Errors.
error = refused(openai.BadRequestError, file=("talk.mp3", b"no sound"))
assert error.param == "file" and error.code == "invalid_audio" and "talk.mp3" in error.message, error
assert refused(openai.BadRequestError, file=("talk.mp3", b"no sound"), stream=True).code == "invalid_audio"
assert refused(openai.BadRequestError, extra_body={"response_format": "docx"}).param == "response_format"
assert refused(openai.BadRequestError, temperature=2.0).param == "temperature"
assert refused(openai.NotFoundError, model="other").code == "model_not_found"
stranger = openai.OpenAI(base_url=base, api_key="wrong", max_retries=0)
assert refused(openai.AuthenticationError, one=stranger).status_code == 401


# A full queue: 429, and with retries all are served.
def long_sound():
    with wave.open(str(audio / "long.wav")) as once:
        form, samples = once.getparams(), once.readframes(once.getnframes())
    sound = io.BytesIO()
    with wave.open(sound, "wb") as written:
        written.setparams(form)
        written.writeframes(samples * 30)
    return sound.getvalue()


def ask(method, path, body=None, content_type="text/plain"):
    """A connection on which this was asked; its answer was not read."""
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(base).netloc)
    connection.request(method, path, body, {"Authorization": f"Bearer {key}", "Content-Type": content_type})
    return connection


def in_progress():
    connection = ask("GET", "/metrics")
    lines = connection.getresponse().read().decode().splitlines()
    connection.close()
    return next(int(line.split()[1]) for line in lines if line.startswith("tilescribe_transcriptions_in_progress "))


def fill_the_queue():
    """Two connections with long transcriptions."""
    head = b'--b\r\nContent-Disposition: form-data; name="file"; filename="long.wav"\r\n\r\n'
    form = head + long_sound() + b"\r\n--b--\r\n"
    held = [ask("POST", "/v1/audio/transcriptions", form, "multipart/form-data; boundary=b") for _ in range(2)]
    while in_progress() < 2:
        time.sleep(0.1)
    return held


def many(one, count):
    results = [None] * count

    def run(i):
        try:
            results[i] = transcribe(one).text
        except openai.RateLimitError as error:
            results[i] = int(error.response.headers["retry-after"])

    threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


held = fill_the_queue()
results = many(client, 6)
assert all(isinstance(one, int) and one >= 1 for one in results), results
for connection in held:
    connection.close()
patient = openai.OpenAI(base_url=base, api_key=key, max_retries=50)
assert many(patient, 4) == [expected] * 4


# The asynchronous client, with several at once.
async def at_once():
    async with openai.AsyncOpenAI(base_url=base, api_key=key, max_retries=50) as one:
        all_of = [one.audio.transcriptions.create(model="whisper-1", file=short) for _ in range(3)]
        return [got.text for got in await asyncio.gather(*all_of)]


assert asyncio.run(at_once()) == [expected] * 3
print(f"openai {openai.__version__} passed")

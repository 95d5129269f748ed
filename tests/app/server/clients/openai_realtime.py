# SPDX-License-Identifier: Apache-2.0
"""The realtime client of the package `openai` against the server: transcription sessions on a websocket.

usage: openai_realtime.py BASE_URL KEY AUDIO_FOLDER TEXT_OF_SHORT_WAV"""
import array
import base64
import difflib
import http.client
import sys
import urllib.parse
import wave
from pathlib import Path

import openai

base, key, audio, short_text = sys.argv[1], sys.argv[2], Path(sys.argv[3]), sys.argv[4]
medium_text = "The kernel multiplies two matrices, tile by tile, and never waits for memory."
client = openai.OpenAI(base_url=base, api_key=key, max_retries=0)
DELTA = "conversation.item.input_audio_transcription.delta"
COMPLETED = "conversation.item.input_audio_transcription.completed"
PIECE = 4800  # bytes: a tenth of a second


def sound(name, silence_s=0.0):
    """A bundled recording at 24,000 samples a second, which is what the API has."""
    with wave.open(str(audio / name)) as file:
        old = array.array("h", file.readframes(file.getnframes()))
    new = array.array("h", bytes(2 * (len(old) * 3 // 2 - 3)))
    for i in range(len(new)):
        at, rest = divmod(2 * i, 3)
        new[i] = (old[at] * (3 - rest) + old[at + 1] * rest) // 3
    return new.tobytes() + bytes(2 * int(24000 * silence_s))


def session(**audio_input):
    audio_input.setdefault("transcription", {"model": "whisper-1", "language": "en"})
    audio_input.setdefault("format", {"type": "audio/pcm", "rate": 24000})
    return {"type": "transcription", "audio": {"input": audio_input}}


def connect():
    return client.realtime.connect(extra_query={"intent": "transcription"})


def send(connection, samples):
    for at in range(0, len(samples), PIECE):
        connection.input_audio_buffer.append(audio=base64.b64encode(samples[at:at + PIECE]).decode())


def items(connection, count):
    """The texts of so many items, each with its deltas, in the order in which they were completed."""
    deltas, texts, committed = {}, [], []
    while len(texts) < count:
        event = connection.recv()
        assert event.type != "error", event
        if event.type == "input_audio_buffer.committed":
            committed.append(event.item_id)
        elif event.type == DELTA:
            deltas[event.item_id] = deltas.get(event.item_id, "") + event.delta
        elif event.type == COMPLETED:
            assert event.item_id in committed and event.usage.type == "duration", event
            assert deltas.get(event.item_id, "") == event.transcript, (deltas, event)
            texts.append(event.transcript)
    return texts


def alike(found, expected):
    return difflib.SequenceMatcher(None, found.lower().split(), expected.lower().split()).ratio() > 0.7


# Pauses end turns.
with connect() as connection:
    event = connection.recv()
    assert event.type == "session.created" and event.session.type == "transcription", event
    connection.session.update(session=session(turn_detection={"type": "server_vad", "silence_duration_ms": 500}))
    event = connection.recv()
    assert event.type == "session.updated", event
    assert event.session.audio.input.turn_detection.silence_duration_ms == 500, event
    send(connection, sound("short.wav", 1.5) + sound("medium.wav", 1.5))
    texts = items(connection, 2)
    assert alike(texts[0], short_text) and alike(texts[1], medium_text), texts

    # And the next turn ends where the client says so.
    connection.session.update(session=session(turn_detection=None))
    assert connection.recv().type == "session.updated"
    connection.input_audio_buffer.commit()  # what is left of the sound before: nobody speaks
    assert items(connection, 1) == [""]
    send(connection, sound("short.wav", 1.5) + sound("medium.wav"))
    connection.input_audio_buffer.commit()
    texts = items(connection, 1)
    assert alike(texts[0], short_text + " " + medium_text), texts

    # Errors are told, and the session goes on.
    connection.input_audio_buffer.commit()
    event = connection.recv()
    assert event.type == "error" and event.error.code == "input_audio_buffer_commit_empty", event
    connection.session.update(session=session(transcription={"model": "other"}))
    event = connection.recv()
    assert event.type == "error" and event.error.code == "model_not_found", event
    connection.send({"type": "response.create", "event_id": "mine"})
    event = connection.recv()
    assert event.type == "error" and event.error.event_id == "mine", event
    connection.input_audio_buffer.append(audio="no sound")
    event = connection.recv()
    assert event.type == "error" and event.error.param == "audio", event
    connection.input_audio_buffer.clear()
    assert connection.recv().type == "input_audio_buffer.cleared"

# Two clients at once, and one that hangs up in the middle of a word.
with connect() as one, connect() as other, connect() as third:
    for connection in (one, other, third):
        assert connection.recv().type == "session.created"
        send(connection, sound("short.wav", 1.5))
    third.close()
    assert alike(items(one, 1)[0], short_text) and alike(items(other, 1)[0], short_text)


def status(headers):
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(base).netloc)
    connection.request("GET", "/v1/realtime", headers=headers)
    return connection.getresponse().status


upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
           "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
assert status({"Authorization": f"Bearer {key}"}) == 426
assert status(upgrade) == 401
assert status(upgrade | {"Authorization": f"Bearer {key}"}) == 101
print(f"openai {openai.__version__} passed on /v1/realtime")

# SPDX-License-Identifier: Apache-2.0
"""What Home Assistant asks of wyoming-openai, which asks the server.

usage: wyoming_client.py URI WAV"""
import asyncio
import sys
import wave

from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncClient

uri, file = sys.argv[1:]


async def ask(model):
    async with AsyncClient.from_uri(uri) as client:
        await client.write_event(Transcribe(name=model, language="en").event())
        with wave.open(file) as sound:
            form = {"rate": sound.getframerate(), "width": sound.getsampwidth(), "channels": sound.getnchannels()}
            await client.write_event(AudioStart(**form).event())
            while block := sound.readframes(4000):
                await client.write_event(AudioChunk(audio=block, **form).event())
        await client.write_event(AudioStop().event())
        kinds = []
        while True:
            event = await asyncio.wait_for(client.read_event(), 120)
            assert event is not None, "the bridge closed the connection"
            kinds.append(event.type)
            if Transcript.is_type(event.type):
                return Transcript.from_event(event).text, kinds


for model in ("whisper-1", "tilescribe"):
    text, kinds = asyncio.run(ask(model))
    assert text.strip().startswith("Concord returned to its place"), (model, text)
    print(f"{model}: {text.strip()} ({', '.join(kinds)})")

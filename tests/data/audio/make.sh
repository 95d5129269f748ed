#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes the encoded files of this folder from resources/audio/short.wav, which is ours and synthetic.
# Needs the ffmpeg program (5.1 made what is committed). Run it in this folder.
set -eu
original=../../../resources/audio/short.wav
encode() { ffmpeg -nostdin -loglevel error -y -fflags +bitexact "$@"; }
bare="-map_metadata -1 -flags:a +bitexact -flags:v +bitexact -fflags +bitexact"
# Both channels as loud as the one they come from.
stereo="-af pan=stereo|c0=c0|c1=c0"
picture="-f lavfi -i color=c=navy:s=64x48:r=5:d=2.8"

encode -i $original $bare -ar 44100 $stereo -b:a 96k speech.mp3
encode -i $original $bare -b:a 64k speech.m4a
encode -i $original $bare -b:a 32k speech.opus
encode -i $original $bare -c:a libvorbis -q:a 4 speech.ogg
encode -i $original $bare speech.flac
encode -i $original $bare -ar 44100 $stereo speech-44k-stereo.flac
encode -i $original $bare -ar 8000 speech-8k.wav
encode $picture -i $original $bare -c:v libx264 -c:a aac -b:a 64k -movflags +faststart video.mp4
encode $picture -i $original $bare -c:v libvpx -b:v 20k -c:a libopus -b:a 32k video.webm
encode $picture $bare -c:v libx264 silent-film.mp4
# Two languages, the second marked as the default: the tone at 440 Hz is "German", the speech "English".
encode $picture -f lavfi -i sine=frequency=440:sample_rate=16000:duration=2.8 -i $original \
  -map 0:v -map 1:a -map 2:a $bare -c:v libx264 -c:a libopus -b:a 32k \
  -metadata:s:a:0 language=ger -metadata:s:a:1 language=eng -disposition:a:0 0 -disposition:a:1 default two-languages.mkv
# Sound sets in at 0.5 s; of the original, what lies between 1.024 s and 2.048 s was not recorded.
encode -f lavfi -i color=c=navy:s=64x48:r=5:d=3.5 -i $original \
  -filter_complex "[1:a]aselect='not(between(t,1,2))',asetpts=PTS+0.5/TB[a]" -map 0:v -map '[a]' \
  $bare -c:v libx264 -c:a pcm_s16le gap.mkv
# The rate changes in the stream: AAC frames at 44.1 kHz stereo, then 22.05 kHz mono, in one MPEG transport stream.
encode -i $original $bare -ar 44100 $stereo -b:a 64k first.aac
encode -i $original $bare -ar 22050 -ac 1 -b:a 48k second.aac
cat first.aac second.aac > rate-change.aac
rm first.aac second.aac
# Two channels of silence, 125 s, through a pipe: so the file can't say how long it is.
encode -f lavfi -i anullsrc=r=16000:cl=stereo -t 125 $bare -c:a flac -frame_size 16000 -f flac pipe:1 | cat > unknown-length.flac

# SPDX-License-Identifier: Apache-2.0
"""Text without dependencies: normal form, errors between texts, and tokens of a text with their times."""

import re

SPOKEN_TITLES = {
    "mr": "mister",
    "mrs": "missus",
    "dr": "doctor",
    "st": "saint",
    "messrs": "messieurs",
    "capt": "captain",
    "prof": "professor",
}


def plain(text):
    """Lower case without punctuation, LibriSpeech style."""
    text = text.lower().replace("\u2019", "'").replace("-", " ")
    found = [word.strip("'") for word in re.sub(r"[^a-z0-9' ]", " ", text).split()]
    return " ".join(SPOKEN_TITLES.get(word, word) for word in found if word)


def errors(reference, hypothesis):
    """Insertions + deletions + substitutions between two texts, after plain(), and the reference's words."""
    expected, found = plain(reference).split(), plain(hypothesis).split()
    distance = list(range(len(found) + 1))
    for i, word in enumerate(expected, 1):
        diagonal, distance[0] = distance[0], i
        for j, other in enumerate(found, 1):
            diagonal, distance[j] = (
                distance[j],
                min(distance[j] + 1, distance[j - 1] + 1, diagonal + (word != other)),
            )
    return distance[len(found)], len(expected)


def times_of_tokens(text, spoken):
    """[[start, end]] of text.split(), from spoken words [(word, start, end)]; None when they don't match.

    A token may be several words ("twenty-five"); none of its own ("-") makes the times unknown.
    """
    times, at = [], 0
    for token in text.split():
        expected = plain(token).split()
        found = spoken[at : at + len(expected)]
        letters = [re.sub("[^a-z0-9]", "", word.lower()) for word, _, _ in found]
        if not expected or letters != [word.replace("'", "") for word in expected]:
            return None
        times.append([found[0][1], found[-1][2]])
        at += len(expected)
    return times if at == len(spoken) else None

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks a trace that Tilescribe saved against the rules of Chrome's trace events, and its sums against the table.

usage: check_trace.py TRACE.json [TABLE.csv]

Knows nothing of the program that wrote them. Times are exact decimals, so that no rounding hides an overlap.
Exit status 0: all is well; 1: what is wrong stands on the standard error stream.
"""
import csv
import json
import sys
from collections import defaultdict
from decimal import Decimal

NANOSECOND = Decimal("0.001")  # in microseconds


class Wrong(Exception):
    pass


def require(condition, message):
    if not condition:
        raise Wrong(message)


def time_of(event, key, place):
    value = event.get(key)
    require(isinstance(value, (int, Decimal)) and not isinstance(value, bool), f"{place}: {key} is no number: {value!r}")
    value = Decimal(value)
    require(value >= 0, f"{place}: {key} is negative: {value}")
    require(value == value.quantize(NANOSECOND), f"{place}: {key} is finer than a nanosecond: {value}")
    return value


def check_rules(events):
    """The slices of a trace, after all its events were looked at."""
    processes, threads, used = {}, {}, set()
    open_slices = defaultdict(list)  # by track: the ends of those that hold the next one
    slices = []
    last = Decimal(0)
    for number, event in enumerate(events):
        place = f"event {number}"
        for key in ("ph", "pid", "tid", "name"):
            require(key in event, f"{place} has no {key}")
        require(isinstance(event["name"], str) and event["name"], f"{place} has no name")
        track = (event["pid"], event["tid"])
        if event["ph"] == "M":
            require(last == 0 and not used, f"{place}: a name behind what it names")
            if event["name"] == "process_name":
                processes[event["pid"]] = event["args"]["name"]
            elif event["name"] == "thread_name":
                require(track not in threads, f"{place}: {track} is named twice")
                threads[track] = event["args"]["name"]
            else:
                require(event["name"] == "thread_sort_index", f"{place}: {event['name']} is not known")
                require(isinstance(event["args"]["sort_index"], int), f"{place}: no place among the tracks")
            continue
        start = time_of(event, "ts", place)
        require(start >= last, f"{place} at {start} stands behind one at {last}")
        last = start
        used.add(track)
        if event["ph"] == "X":
            end = start + time_of(event, "dur", place)
            holding = open_slices[track]
            while holding and holding[-1] <= start:
                holding.pop()
            require(not holding or end <= holding[-1], f"{place} ({event['name']}) overlaps its neighbour on {track}")
            holding.append(end)
            slices.append((event, start, end))
        elif event["ph"] == "i":
            require(event.get("s") in ("g", "p", "t"), f"{place} has no scope")
        elif event["ph"] == "C":
            require(event["args"], f"{place} counts nothing")
            for value in event["args"].values():
                require(isinstance(value, (int, Decimal)), f"{place} counts {value!r}")
            used.discard(track)  # a counter's track is the process's
        else:
            raise Wrong(f"{place} is of the unknown phase {event['ph']!r}")
    for pid, tid in used:
        require(pid in processes, f"process {pid} has no name")
        require((pid, tid) in threads, f"thread {tid} of process {pid} has no name")
    numbers = [tid for _, tid in threads]
    require(len(numbers) == len(set(numbers)), "two tracks have the same number")
    require(sorted(processes.values()) == ["device", "host"], f"the processes are {sorted(processes.values())}")
    device = next(pid for pid, name in processes.items() if name == "device")
    return [entry for entry in slices if entry[0]["pid"] == device]


def key_of(stage, kernel, op, variant):
    """What makes a row of the table: a kernel in a stage, or else an op's variant there."""
    return (stage, "kernel", kernel) if kernel else (stage, op, variant)


def compare(slices, table, complete):
    """Sums of the trace against the rows of the table."""
    calls, own, longest = defaultdict(int), defaultdict(Decimal), defaultdict(Decimal)
    for event, start, end in slices:
        args = event["args"]
        key = key_of(args.get("stage", ""), args.get("kernel", ""), args.get("op", ""), args.get("variant", ""))
        calls[key] += 1
        own[key] += Decimal(args["own_us"])
        longest[key] = max(longest[key], Decimal(args["own_us"]))
        require(Decimal(args["own_us"]) <= end - start, f"{event['name']} at {start} took longer than it lasted")
    with open(table, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    seen = set()
    for row in rows:
        key = key_of(row["stage"], row["full_name"], "", "")
        if key not in calls and not complete:
            continue
        if key not in calls:
            key = key_of(row["stage"], "", row["op"], row["variant"])
        require(key in calls or not complete, f"{row['name']} is in the table alone")
        require(key not in seen, f"{row['name']} stands in the table twice")
        seen.add(key)
        total_us = Decimal(row["total_ms"]) * 1000
        if complete:
            require(calls[key] == int(row["calls"]), f"{row['name']}: {calls[key]} calls, in the table {row['calls']}")
            require(abs(own[key] - total_us) <= NANOSECOND, f"{row['name']}: {own[key]} µs, in the table {total_us}")
            require(abs(longest[key] - Decimal(row["max_us"])) <= NANOSECOND,
                    f"{row['name']}: at most {longest[key]} µs, in the table {row['max_us']}")
            mean = own[key] / calls[key]
            require(abs(mean - Decimal(row["mean_us"])) <= NANOSECOND,
                    f"{row['name']}: {mean} µs a call, in the table {row['mean_us']}")
        else:
            require(own[key] <= total_us + NANOSECOND, f"{row['name']}: more in the trace than in the table")
    if complete:
        missing = set(calls) - seen
        require(not missing, f"{sorted(missing)[:3]} are in the trace alone")
        share = sum(Decimal(row["share_percent"]) for row in rows)
        require(not rows or abs(share - 100) < Decimal("0.01") * len(rows), f"the shares make {share} %")
    return len(rows)


def main(arguments):
    if len(arguments) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        with open(arguments[1], encoding="utf-8") as file:
            trace = json.load(file, parse_float=Decimal)
        slices = check_rules(trace["traceEvents"])
        require(len(slices) == trace["otherData"]["records"],
                f"{len(slices)} records, expected {trace['otherData']['records']}")
        rows = 0
        if len(arguments) == 3:
            rows = compare(slices, arguments[2], trace["otherData"]["dropped"] == 0)
    except (Wrong, ValueError, KeyError, TypeError, ArithmeticError) as error:
        print(f"check_trace: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    print(f"{len(trace['traceEvents'])} events, {len(slices)} records, {rows} rows agree")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))

# SPDX-License-Identifier: Apache-2.0
"""Everyday and technical sentences from templates and word lists."""

ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
).split()
TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()
ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
    " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first"
    " twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth"
    " twenty-ninth thirtieth thirty-first"
).split()
MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
NAMES = (
    "Anna Peter Maria John Emma Thomas Sarah David Laura Michael Julia Robert Alice Henry Clara James"
    " Sophie Daniel Lucy Martin Grace Oliver Helen Paul Nora Simon Kate George Mary Ben"
).split()
CITIES = (
    "London,Paris,Berlin,New York,Chicago,Boston,Madrid,Rome,Tokyo,Vienna,Dublin,San Francisco,Toronto,"
    "Sydney,Oslo,Barcelona,Seattle"
).split(",")
NOUNS = (
    "house car garden kitchen table window door book letter phone computer meeting train bus dog cat"
    " river mountain city school office park market bridge road coffee tea bread cake apple newspaper"
    " picture song movie ticket key bag coat chair lamp box ball bird tree flower boat plane bicycle"
    " hotel restaurant"
).split()
ADJECTIVES = (
    "new old small large red blue green white black beautiful quiet bright dark cold warm heavy light"
    " clean empty strange simple long short narrow wide famous expensive cheap wonderful broken"
).split()
VERBS = (
    "see find buy sell open close clean move bring carry watch need want like check repair paint forget"
    " remember share"
).split()
TECHNICAL_NOUNS = (
    "kernel,matrix,model,server,network,processor,graphics card,memory,driver,compiler,program,file,"
    "folder,database,decoder,encoder,tokenizer,microphone,speaker,audio signal,recording,transcript,"
    "window,button,application,library,function,thread,buffer,cache,tensor,layer,weight,graph,tile,block,"
    "queue,stream,frame,sample,spectrum,filter,log file,update,password,screen,keyboard,browser,system,"
    "machine,engine"
).split(",")
TECHNICAL_VERBS = (
    "loads stores multiplies adds computes copies reads writes compiles launches decodes encodes"
    " transcribes records plays filters samples updates checks measures schedules splits merges sorts"
    " scans sends receives saves opens closes starts stops"
).split()
ADVERBS = (
    "quickly,slowly,carefully,again,every day,in parallel,without delay,on the device,in the background,"
    "at the same time,one by one,twice,from the start,before the test,after the update,in a few seconds,"
    "with high precision,as fast as possible"
).split(",")
GREETINGS = ["Hello", "Good morning", "Good evening", "Hi", "Good afternoon", "Welcome back"]
AFTER_GREETINGS = [
    ". How are you today?",
    ", how are you?",
    ". It is nice to see you.",
    ". Did you sleep well?",
    ". Thank you for calling.",
    ". What can I do for you?",
]
WEATHER = [".", ", but today it is colder.", ", and tomorrow it will rain."]
FILE_VERBS = ["check", "save", "close", "start", "test", "update", "read", "copy"]
PLACES = ["near", "behind", "next to", "under", "over", "beside", "in front of"]
ANSWERS = ["Yes", "No", "Well", "Maybe", "Of course"]
WHO = ["I", "we", "they", "you"]
MODALS = ["can", "will", "should", "must", "could not", "would"]
THINKING = ["know", "think", "believe", "remember"]
WHEN = ["today", "tomorrow", "later", "now", "next week", "this evening"]


def number(n):
    """A number below a million, spelt out."""
    if n < 20:
        return ONES[n]
    if n < 100:
        return TENS[n // 10] + ("-" + ONES[n % 10] if n % 10 else "")
    if n < 1000:
        return ONES[n // 100] + " hundred" + (" and " + number(n % 100) if n % 100 else "")
    return number(n // 1000) + " thousand" + (" " + number(n % 1000) if n % 1000 else "")


def fill_templates(rng, count):
    """`count` sentences; every template is equally likely."""
    pick, between = rng.choice, rng.randint

    def some_number():
        return number(pick([between(0, 20), between(0, 100), between(0, 1000), between(1000, 9999)]))

    def time():
        return pick(
            [
                f"{number(between(1, 12))} o'clock",
                f"half past {number(between(1, 12))}",
                f"{number(between(1, 12))} {number(between(10, 59))}",
                f"{number(between(1, 12))} in the {pick(['morning', 'afternoon', 'evening'])}",
                f"a quarter to {number(between(1, 12))}",
            ]
        )

    def date():
        return pick(
            [
                f"{pick(MONTHS)} {pick(ORDINALS)}",
                f"the {pick(ORDINALS)} of {pick(MONTHS)}",
                f"{pick(DAYS)}, {pick(MONTHS)} {pick(ORDINALS)}",
            ]
        )

    def digits(n):
        return " ".join(ONES[between(0, 9)] for _ in range(n))

    def year():
        return f"{number(between(15, 20)).replace('-', ' ')} {number(between(10, 99))}"

    def name():
        return pick(NAMES)

    def city():
        return pick(CITIES)

    def noun():
        return pick(NOUNS)

    def adjective():
        return pick(ADJECTIVES)

    def verb():
        return pick(VERBS)

    def part():
        return pick(TECHNICAL_NOUNS)

    def does():
        return pick(TECHNICAL_VERBS)

    sentences = [
        lambda: f"{pick(GREETINGS)}, {name()}{pick(AFTER_GREETINGS)}",
        lambda: f"I would like {number(between(2, 20))} {adjective()} {noun()}s, please.",
        lambda: f"The {noun()} costs {some_number()} {pick(['dollars', 'euros', 'pounds'])}.",
        lambda: f"We {pick(['meet', 'leave', 'start', 'arrive'])} at {time()} on {pick(DAYS)}.",
        lambda: f"Today is {date()}.",
        lambda: f"My birthday is on {date()}, and {name()}'s is on {date()}.",
        lambda: f"Please {verb()} the {adjective()} {noun()} {pick(['before', 'after'])} {time()}.",
        lambda: f"Can you {verb()} the {noun()} for me?",
        lambda: f"Where did {name()} {verb()} the {adjective()} {noun()}?",
        lambda: f"{name()} and {name()} are going to {city()} on {pick(DAYS)}.",
        lambda: f"The train from {city()} to {city()} leaves at {time()}.",
        lambda: f"It was {some_number()} degrees in {city()} yesterday{pick(WEATHER)}",
        lambda: f"The {part()} {does()} the {part()} {pick(ADVERBS)}.",
        lambda: f"The {part()} {does()} {some_number()} {part()}s {pick(ADVERBS)}.",
        lambda: f"Each {part()} {does()} its {part()}, and the {part()} {does()} the result.",
        lambda: f"Open the {part()} and {pick(FILE_VERBS)} the {part()}.",
        lambda: f"The {part()} never waits for the {part()}.",
        lambda: f"How many {part()}s does the {part()} need?",
        lambda: digits(between(3, 9)).capitalize() + ".",
        lambda: f"{some_number().capitalize()} plus {some_number()} is {some_number()}.",
        lambda: f"Call me at {digits(7)}.",
        lambda: f"This is a test of the {part()}.",
        lambda: f"The {adjective()} {noun()} is {pick(PLACES)} the {adjective()} {noun()}.",
        lambda: f"There {pick(['is a', 'was a'])} {adjective()} {noun()} in the {noun()}.",
        lambda: f"{pick(ANSWERS)}, {pick(WHO)} {pick(MODALS)} {verb()} the {noun()} {pick(WHEN)}.",
        lambda: f"In the year {year()}, {name()} moved to {city()}.",
        lambda: f"Turn {pick(['left', 'right'])} at the {noun()}, then go straight for {some_number()}"
        f" {pick(['meters', 'miles', 'steps', 'feet'])}.",
        lambda: f"I do not {pick(THINKING)} that the {noun()} is {adjective()}.",
        lambda: f"Thank you very much for the {adjective()} {noun()}, {name()}.",
    ]
    return [pick(sentences)() for _ in range(count)]

// SPDX-License-Identifier: Apache-2.0
#include "tests/app/gui/pictures/studio.h"

#include <QAction>

#include "tests/support/dialogs.h"
#include "tests/support/patience.h"

namespace tilescribe::test {

namespace {

const char* const english[] = {
    "Good morning, and thank you for having us on your boat.",
    "You have been fishing in this harbour for more than forty years.",
    "What has changed most since you began?",
    "The quiet, I would say. When I was a boy, you heard the gulls and the ropes, and nothing else.",
    "Today there are engines from four in the morning on.",
    "But the water is cleaner than it was, and the herring came back about ten years ago.",
    "That surprised everybody, even the people from the institute.",
    "They asked us to write down every catch, with the date, the place and the temperature.",
    "At first nobody wanted to do it. Now the young ones do it on their phones.",
    "And does it help?",
    "It does. We know where not to go in spring, so the nets are full in summer.",
    "My father would have laughed at us, I think. And then he would have asked to see the map.",
};

const char* const chinese[] = {
    "早上好，谢谢您请我们上船。",
    "您在这个港口打鱼已经四十多年了。",
    "从您开始打鱼到现在，变化最大的是什么？",
    "应该说是安静。我小的时候，除了海鸥和缆绳的声音，什么也听不到。",
    "现在从凌晨四点起就有发动机的声音。",
    "不过海水比以前干净了，大约十年前鲱鱼也回来了。",
    "这让所有人都感到意外，连研究所的人也没想到。",
    "他们请我们把每次捕到的鱼都记下来：日期、地点和水温。",
    "一开始谁也不愿意做，现在年轻人都用手机记。",
    "有用吗？",
    "有用。春天我们知道哪里不能去，夏天网里就满了。",
    "我想，我父亲会笑话我们，然后他会要那张图来看看。",
};

/// A token a word, or a character in Chinese; every ninth is one that the model was not sure of.
std::vector<Token> tokens_of(const std::string& text, bool characters) {
  std::vector<Token> tokens;
  const QString all = QString::fromStdString(text);
  for (qsizetype begin = 0; begin < all.size();) {
    qsizetype end = characters ? begin + 1 : all.indexOf(QLatin1Char(' '), begin + 1);
    if (end < 0) end = all.size();
    tokens.push_back({.id = static_cast<int>(tokens.size()),
                      .bytes = all.mid(begin, end - begin).toStdString(),
                      .probability = tokens.size() % 9 == 8 ? 0.31F : 0.97F});
    begin = end;
  }
  return tokens;
}

}  // namespace

Studio::Studio(const Look& look) : look_(look) {
  GuiFixture::in_english = !look.chinese;
  if (look.chinese) chinese_ = std::make_unique<ui::Translations>(ui::Language::chinese);
}

void Studio::start(bool limits) {
  bench_.start();
  gui().window().resize(look_.size);
  gui().theme->apply(look_.dark ? ui::ThemeChoice::dark : ui::ThemeChoice::light);
  gui().action("libraryPage")->trigger();
  gui().window().show_home();
  if (!QTest::qWaitForWindowExposed(&gui().window(), patience_ms)) qFatal("the window is not shown");
  const auto told = [this] { return gui().banner("limits")->isVisible(); };
  if (!QTest::qWaitFor(told, patience_ms)) qFatal("the limits are not told");
  gui().banner("limits")->setVisible(limits);
}

void Studio::take(QWidget& window, const char* name) const {
  settle();
  const QString file = QStringLiteral("%1-%2-%3-%4x%5.png")
                           .arg(QLatin1String(name), QLatin1String(look_.dark ? "dark" : "light"),
                                QLatin1String(look_.chinese ? "zh" : "en"))
                           .arg(look_.size.width())
                           .arg(look_.size.height());
  if (!window.grab().save(look_.folder.filePath(file))) qFatal("%s can't be written", qPrintable(file));
}

void Studio::take_dialog(const char* action) {
  gui().action(action)->trigger();
  auto* dialog = shown_dialog<QDialog>();
  if (dialog == nullptr) qFatal("%s opens no dialog", action);
  take(*dialog, action);
  dialog->reject();
  if (!QTest::qWaitFor([] { return shown_dialog<QDialog>() == nullptr; })) qFatal("%s stays", action);
}

std::vector<std::string> Studio::sentences() const {
  return look_.chinese ? std::vector<std::string>(std::begin(test::chinese), std::end(test::chinese))
                       : std::vector<std::string>(std::begin(english), std::end(english));
}

// Each token is a word here, and takes its share of the time.
static std::vector<TimedWord> words_of(const Segment& segment) {
  const double second = (segment.end_s - segment.start_s) / static_cast<double>(segment.text.size());
  std::vector<TimedWord> words;
  double at_s = segment.start_s;
  for (const Token& token : segment.tokens) {
    const double end_s = at_s + second * static_cast<double>(token.bytes.size());
    words.push_back(
        {token.bytes.substr(token.bytes.find_first_not_of(' ')), at_s, end_s, token.probability, false});
    at_s = end_s;
  }
  return words;
}

std::vector<Segment> Studio::segments() const {
  std::vector<Segment> all;
  double at_s = 0.4;
  for (const std::string& text : sentences()) {
    const double length_s =
        static_cast<double>(QString::fromStdString(text).size()) / (look_.chinese ? 4.5 : 14.0);
    all.push_back({.start_s = at_s,
                   .end_s = at_s + length_s,
                   .text = text,
                   .tokens = tokens_of(text, look_.chinese),
                   .window = static_cast<int>(at_s / 30.0)});
    all.back().words = words_of(all.back());
    at_s += length_s + 0.7;
  }
  return all;
}

void Studio::fill_queue() {
  FakeScript talk{.audio_s = 68.0, .elapsed_s = 4.1};
  talk.says = segments();
  gui().world.script_all(talk);
  FakeScript running = talk;
  running.audio_s = 5423.0;
  running.hold_after = 5;
  running.remaining_s = 187.0;
  const QString held = name("board meeting.m4a", "董事会会议.m4a");
  const QString bad = name("scan of the contract.mp3", "合同扫描件.mp3");
  gui().world.script(held.toStdString(), running);
  gui().world.script(bad.toStdString(), {.fail_after = 0});
  gui().drop({gui().file(name("interview at the harbour.wav", "港口采访.wav")), gui().file(bad),
              gui().file(held), gui().file(name("lecture 12, tides.flac", "第12讲 潮汐.flac")),
              gui().file(name("voice note 0451.opus", "语音备忘 0451.opus"))});
  const auto works = [this] {
    return gui().queue().rowCount() == 5 && gui().item(2).transcript().segments.size() == 5;
  };
  if (!QTest::qWaitFor(works, 60'000)) qFatal("the queue does not work");
  gui().choose(gui().item(0).id());
}

void Studio::fill_library() const {
  struct Kept {
    const char *english, *chinese, *tag;
    std::vector<std::string> said_in_english, said_in_chinese;  // none: the interview
  };
  const std::vector<Kept> all{
      {"interview at the harbour.wav", "港口采访.wav", "harbour", {}, {}},
      {"board meeting.m4a",
       "董事会会议.m4a",
       "",
       {"The minutes of the last meeting are approved without a change.",
        "The smokehouse comes next: we bought four tonnes of herring, a third more than last year.",
        "The new scales arrive in March and stand in the harbour."},
       {"上次会议的记录没有修改，获得通过。", "接下来是熏制间：我们买进了四吨鲱鱼，比去年多三分之一。",
        "新的秤三月到货，放在港口。"}},
      {"lecture 11, salt and light.flac",
       "第11讲 盐与光.flac",
       "lectures",
       {"Light reaches about two hundred metres down, and below that little lives on it.",
        "At dusk the plankton rises, and the herring follow it to the surface.",
        "Salt makes water heavier, and so does cold."},
       {"光能照到水下两百米左右，再往下就很少有靠它生活的东西了。",
        "黄昏时浮游生物上升，鲱鱼也跟着游到水面。", "盐会让水变重，低温也会。"}},
      {"lecture 10, currents.flac",
       "第10讲 洋流.flac",
       "lectures",
       {"Where warm and cold water meet, there is fog.",
        "For months the current carries the young herring along the coast."},
       {"冷暖水流相遇的地方会起雾。", "洋流带着鲱鱼的幼体沿海岸漂流好几个月。"}},
      {"call with Maren.wav",
       "与玛伦的通话.wav",
       "",
       {"Shall I bring something on Sunday?",
        "Bread, please, and the pickled herring from the market, if they have it."},
       {"星期天要我带点什么吗？", "带面包吧，集市上有腌鲱鱼的话也带一些。"}}};
  int day = 20;
  for (const Kept& one : all) {
    const std::string source = look_.chinese ? one.chinese : one.english;
    const std::vector<std::string>& said = look_.chinese ? one.said_in_chinese : one.said_in_english;
    const auto file = bench_.files.text(day--, source, said.empty() ? sentences() : said);
    LibraryNotes notes;
    if (*one.tag != '\0') notes.tags = {one.tag};
    save_notes(file, notes);
  }
  bench_.files.recording(18);
  bench_.files.recording(3);
}

}  // namespace tilescribe::test

<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>ModelTexts</name>
    <message numerus="yes">
        <source>%1 parameter(s), %2 in memory</source>
        <translation>
            <numerusform>%1 parameter, %2 in memory</numerusform>
            <numerusform>%1 parameters, %2 in memory</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Profiling</name>
    <message numerus="yes">
        <source>%1 record(s), every step in full</source>
        <translation>
            <numerusform>%1 record, every step in full</numerusform>
            <numerusform>%1 records, every step in full</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 record(s), not every step in full</source>
        <translation>
            <numerusform>%1 record, not every step in full</numerusform>
            <numerusform>%1 records, not every step in full</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 record(s), one step of %2 in full</source>
        <translation>
            <numerusform>%1 record, one step of %2 in full</numerusform>
            <numerusform>%1 records, one step of %2 in full</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kernel(s)</source>
        <translation>
            <numerusform>%n kernel</numerusform>
            <numerusform>%n kernels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 operation(s)</source>
        <translation>
            <numerusform>%1 operation</numerusform>
            <numerusform>%1 operations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&lt;div&gt;and %1 more in this pixel&lt;/div&gt;</source>
        <translation>
            <numerusform>&lt;div&gt;and %1 more in this pixel&lt;/div&gt;</numerusform>
            <numerusform>&lt;div&gt;and %1 more in this pixel&lt;/div&gt;</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 kernel(s)</source>
        <translation>
            <numerusform>%1 kernel</numerusform>
            <numerusform>%1 kernels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 op(s)</source>
        <translation>
            <numerusform>%1 op</numerusform>
            <numerusform>%1 ops</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::CleanUpController</name>
    <message numerus="yes">
        <source>%n segment(s) corrected.</source>
        <translation>
            <numerusform>%n segment corrected.</numerusform>
            <numerusform>%n segments corrected.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::LabController</name>
    <message numerus="yes">
        <source>%n time(s) measured.</source>
        <translation>
            <numerusform>%n time measured.</numerusform>
            <numerusform>%n times measured.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All of %n check(s) passed; seed %1.</source>
        <translation>
            <numerusform>The check passed; seed %1.</numerusform>
            <numerusform>All %n checks passed; seed %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n check(s) failed; seed %2.</source>
        <translation>
            <numerusform>%1 of %n check failed; seed %2.</numerusform>
            <numerusform>%1 of %n checks failed; seed %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n engine(s) heard %1.</source>
        <translation>
            <numerusform>%n engine heard %1.</numerusform>
            <numerusform>%n engines heard %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n engine(s) could not hear %2.</source>
        <translation>
            <numerusform>%1 of %n engine could not hear %2.</numerusform>
            <numerusform>%1 of %n engines could not hear %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s): the first took %1, then %2 a second.</source>
        <translation>
            <numerusform>%n token: it took %1.</numerusform>
            <numerusform>%n tokens: the first took %1, then %2 a second.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::QueueController</name>
    <message numerus="yes">
        <source>%n finished file(s) were removed from the list.</source>
        <translation>
            <numerusform>One finished file was removed from the list.</numerusform>
            <numerusform>%n finished files were removed from the list.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) are not finished.</source>
        <translation>
            <numerusform>One file is not finished.</numerusform>
            <numerusform>%n files are not finished.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were removed from the list.</source>
        <translation>
            <numerusform>%n file was removed from the list.</numerusform>
            <numerusform>%n files were removed from the list.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ReplaceController</name>
    <message numerus="yes">
        <source>%n place(s) replaced. Transcripts changed: %1.</source>
        <translation>
            <numerusform>%n place replaced. Transcripts changed: %1.</numerusform>
            <numerusform>%n places replaced. Transcripts changed: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transcript(s) are as they were before.</source>
        <translation>
            <numerusform>%n transcript is as it was before.</numerusform>
            <numerusform>%n transcripts are as they were before.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::SentText</name>
    <message numerus="yes">
        <source>%1 %n segment(s) had been edited meanwhile and stay as they are.</source>
        <translation>
            <numerusform>%1 %n segment had been edited meanwhile and stays as it is.</numerusform>
            <numerusform>%1 %n segments had been edited meanwhile and stay as they are.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::TimesController</name>
    <message numerus="yes">
        <source>The times of %n segment(s) are those of their words.</source>
        <translation>
            <numerusform>The times of %n segment are those of its words.</numerusform>
            <numerusform>The times of %n segments are those of their words.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::TranscriptsController</name>
    <message numerus="yes">
        <source>%n file(s) exported to %1</source>
        <translation>
            <numerusform>%n file exported to %1</numerusform>
            <numerusform>%n files exported to %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::UnfinishedTexts</name>
    <message numerus="yes">
        <source>%n file(s) were not finished. Of the last one, %1, nothing of it is transcribed yet.</source>
        <translation>
            <numerusform>%1 was not finished: nothing of it is transcribed yet.</numerusform>
            <numerusform>%n files were not finished. Of the last one, %1, nothing of it is transcribed yet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were not finished. Of the last one, %1, %2 of it is transcribed.</source>
        <translation>
            <numerusform>%1 was not finished: %2 of it is transcribed.</numerusform>
            <numerusform>%n files were not finished. Of the last one, %1, %2 of it is transcribed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were not finished. Of the last one, %1, %2 of %3 is transcribed.</source>
        <translation>
            <numerusform>%1 was not finished: %2 of %3 is transcribed.</numerusform>
            <numerusform>%n files were not finished. Of the last one, %1, %2 of %3 is transcribed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unfinished recording(s). The last one is from %1 (%2).</source>
        <translation>
            <numerusform>An unfinished recording from %1 (%2).</numerusform>
            <numerusform>%n unfinished recordings. The last one is from %1 (%2).</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::VocabularyController</name>
    <message numerus="yes">
        <source>%n segment(s) changed.</source>
        <translation>
            <numerusform>%n segment changed.</numerusform>
            <numerusform>%n segments changed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n segment(s) are again as the model wrote them.</source>
        <translation>
            <numerusform>%n segment is again as the model wrote it.</numerusform>
            <numerusform>%n segments are again as the model wrote them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::BatchGridModel</name>
    <message numerus="yes">
        <source>%n window(s) of %1 s: %2 times real time, %3.</source>
        <translation>
            <numerusform>%n window of %1 s: %2 times real time, %3.</numerusform>
            <numerusform>%n windows of %1 s: %2 times real time, %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n window(s)</source>
        <translation>
            <numerusform>%n window</numerusform>
            <numerusform>%n windows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::CleanUpDialog</name>
    <message numerus="yes">
        <source>%1 of %n segment(s) answered</source>
        <translation>
            <numerusform>%1 of %n segment answered</numerusform>
            <numerusform>%1 of %n segments answered</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n segment(s) stay as they are. %1</source>
        <translation>
            <numerusform>%n segment stays as it is. %1</numerusform>
            <numerusform>%n segments stay as they are. %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You stopped before %n segment(s).</source>
        <translation>
            <numerusform>You stopped before %n segment.</numerusform>
            <numerusform>You stopped before %n segments.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n segment(s) were not sent any more.</source>
        <translation>
            <numerusform>%n segment was not sent any more.</numerusform>
            <numerusform>%n segments were not sent any more.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n segment(s) would change. %2 with a tick.</source>
        <translation>
            <numerusform>%1 of %n segment would change. %2 with a tick.</numerusform>
            <numerusform>%1 of %n segments would change. %2 with a tick.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n segment(s) stay as they are for other reasons.</source>
        <translation>
            <numerusform>%n segment stays as it is for other reasons.</numerusform>
            <numerusform>%n segments stay as they are for other reasons.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::CompareDialog</name>
    <message numerus="yes">
        <source>All %n word(s) are the same.</source>
        <translation>
            <numerusform>The only word is the same.</numerusform>
            <numerusform>All %n words are the same.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s) differ, %1 of the first text: %2 replaced, %3 only in the first, %4 only in the second.</source>
        <translation>
            <numerusform>%n word differs, %1 of the first text: %2 replaced, %3 only in the first, %4 only in the second.</numerusform>
            <numerusform>%n words differ, %1 of the first text: %2 replaced, %3 only in the first, %4 only in the second.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::ComparisonPage</name>
    <message numerus="yes">
        <source>%1 of %2 row(s) differ by more than their noise.</source>
        <translation>
            <numerusform>%1 of %2 row differs by more than its noise.</numerusform>
            <numerusform>%1 of %2 rows differ by more than their noise.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::DeleteDialog</name>
    <message numerus="yes">
        <source>%n transcript(s)</source>
        <translation>
            <numerusform>%n transcript</numerusform>
            <numerusform>%n transcripts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n recording(s)</source>
        <translation>
            <numerusform>%n recording</numerusform>
            <numerusform>%n recordings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n audio file(s) of your own stay where they are.</source>
        <translation>
            <numerusform>%n audio file of your own stays where it is.</numerusform>
            <numerusform>%n audio files of your own stay where they are.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other transcript(s) of the same recording can&apos;t be heard without it.</source>
        <translation>
            <numerusform>%n other transcript of the same recording can&apos;t be heard without it.</numerusform>
            <numerusform>%n other transcripts of the same recording can&apos;t be heard without it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entry(s)</source>
        <translation>
            <numerusform>%n entry</numerusform>
            <numerusform>%n entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::EditPart</name>
    <message numerus="yes">
        <source>%n match(es) replaced.</source>
        <translation>
            <numerusform>%n match replaced.</numerusform>
            <numerusform>%n matches replaced.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::ExportDialog</name>
    <message numerus="yes">
        <source>Export %n file(s)</source>
        <translation>
            <numerusform>Export %n file</numerusform>
            <numerusform>Export %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n subtitle(s)</source>
        <translation>
            <numerusform>%n subtitle</numerusform>
            <numerusform>%n subtitles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them break(s) a rule</source>
        <translation>
            <numerusform>%n of them breaks a rule</numerusform>
            <numerusform>%n of them break a rule</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::FailureBanner</name>
    <message numerus="yes">
        <source>%1 (%n times)</source>
        <translation>
            <numerusform>%1 (once)</numerusform>
            <numerusform>%1 (%n times)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::FindBar</name>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n matches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::FoundModel</name>
    <message numerus="yes">
        <source>and %n more sentence(s)</source>
        <translation>
            <numerusform>and %n more sentence</numerusform>
            <numerusform>and %n more sentences</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n place(s)</source>
        <comment>the title of a transcript</comment>
        <translation>
            <numerusform>%1: %n place</numerusform>
            <numerusform>%1: %n places</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::KeepingDialog</name>
    <message numerus="yes">
        <source>For %n day(s)</source>
        <translation>
            <numerusform>For %n day</numerusform>
            <numerusform>For %n days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::KernelTable</name>
    <message numerus="yes">
        <source>%1 of %2 row(s)</source>
        <translation>
            <numerusform>%1 of %2 row</numerusform>
            <numerusform>%1 of %2 rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 row(s)</source>
        <translation>
            <numerusform>%1 row</numerusform>
            <numerusform>%1 rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::LibraryPage</name>
    <message numerus="yes">
        <source>Only the first %n sentence(s) are shown, from the newest texts.</source>
        <translation>
            <numerusform>Only the first %n sentence are shown, from the newest texts.</numerusform>
            <numerusform>Only the first %n sentences are shown, from the newest texts.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::LivePanel</name>
    <message numerus="yes">
        <source>%1; %2 record(s) were lost</source>
        <translation>
            <numerusform>%1; %2 record was lost</numerusform>
            <numerusform>%1; %2 records were lost</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::PreferencesDialog</name>
    <message numerus="yes">
        <source>Kept for %n day(s)</source>
        <translation>
            <numerusform>Kept for %n day</numerusform>
            <numerusform>Kept for %n days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::QueuePart</name>
    <message numerus="yes">
        <source>%1 of %n finished</source>
        <translation>
            <numerusform>%1 of %n finished</numerusform>
            <numerusform>%1 of %n finished</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n finished</source>
        <translation>
            <numerusform>Finished</numerusform>
            <numerusform>All %n finished</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finished</source>
        <translation>
            <numerusform>%n finished</numerusform>
            <numerusform>%n finished</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n failed</numerusform>
            <numerusform>%n failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cancelled</source>
        <translation>
            <numerusform>%n cancelled</numerusform>
            <numerusform>%n cancelled</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::RecordPage</name>
    <message numerus="yes">
        <source>Recordings are saved in &lt;a href=&quot;folder&quot;&gt;%1&lt;/a&gt; and kept &lt;a href=&quot;keep&quot;&gt;for %n day(s)&lt;/a&gt;.</source>
        <translation>
            <numerusform>Recordings are saved in &lt;a href=&quot;folder&quot;&gt;%1&lt;/a&gt; and kept &lt;a href=&quot;keep&quot;&gt;for %n day&lt;/a&gt;.</numerusform>
            <numerusform>Recordings are saved in &lt;a href=&quot;folder&quot;&gt;%1&lt;/a&gt; and kept &lt;a href=&quot;keep&quot;&gt;for %n days&lt;/a&gt;.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::RecordingDialog</name>
    <message numerus="yes">
        <source>For %n day(s)</source>
        <translation>
            <numerusform>For %n day</numerusform>
            <numerusform>For %n days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::ReplaceDialog</name>
    <message numerus="yes">
        <source>%1 of %n transcript(s)</source>
        <translation>
            <numerusform>%1 of %n transcript</numerusform>
            <numerusform>%1 of %n transcripts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) that are waiting or being transcribed were left out.</source>
        <translation>
            <numerusform>%n file that is waiting or being transcribed was left out.</numerusform>
            <numerusform>%n files that are waiting or being transcribed were left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No matches in %n transcript(s).</source>
        <translation>
            <numerusform>No matches in %n transcript.</numerusform>
            <numerusform>No matches in %n transcripts.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You stopped before %n transcript(s), which stay as they are.</source>
        <translation>
            <numerusform>You stopped before %n transcript, which stays as it is.</numerusform>
            <numerusform>You stopped before %n transcripts, which stay as they are.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n place(s) replaced. Transcripts changed: %1.</source>
        <translation>
            <numerusform>%n place replaced. Transcripts changed: %1.</numerusform>
            <numerusform>%n places replaced. Transcripts changed: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transcript(s) are as they were before.</source>
        <translation>
            <numerusform>%n transcript is as it was before.</numerusform>
            <numerusform>%n transcripts are as they were before.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“%1” became “%2” in %n transcript(s)</source>
        <translation>
            <numerusform>“%1” became “%2” in %n transcript</numerusform>
            <numerusform>“%1” became “%2” in %n transcripts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Places found: %1, in %2 of %n transcript(s). %3 with a tick.</source>
        <translation>
            <numerusform>Places found: %1, in %2 of %n transcript. %3 with a tick.</numerusform>
            <numerusform>Places found: %1, in %2 of %n transcripts. %3 with a tick.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other transcript(s) were left out.</source>
        <translation>
            <numerusform>%n other transcript was left out.</numerusform>
            <numerusform>%n other transcripts were left out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::RooflineView</name>
    <message numerus="yes">
        <source>%1 of the time, %2 call(s)</source>
        <translation>
            <numerusform>%1 of the time, %2 call</numerusform>
            <numerusform>%1 of the time, %2 calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::WordsDialog</name>
    <message numerus="yes">
        <source>%1 of %n segment(s) change.</source>
        <translation>
            <numerusform>%1 of %n segment changes.</numerusform>
            <numerusform>%1 of %n segments change.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The first %n of them are shown.</source>
        <translation>
            <numerusform>The first of them is shown.</numerusform>
            <numerusform>The first %n of them are shown.</numerusform>
        </translation>
    </message>
</context>
</TS>

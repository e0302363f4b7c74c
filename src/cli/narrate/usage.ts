import { broadcastLufs, usualMix, webLufs } from '#media/mix/mix-settings.ts';
import { musicDuckDb, usualMusicDb } from '#media/mix/music.ts';
import { defaultVoice } from '#shared/defaults.ts';
import { languageNames } from '#shared/languages.ts';
import { premiumVoices } from '#shared/premium-voices.ts';
import { standardVoices } from '#shared/voices.ts';
import { jobsBounds, writtenNames } from './folder-options.ts';

/** Names in several lines, indented as in the usage. */
function wrap(names: readonly string[]): string {
  const perLine = 9;
  const lines = Array.from({ length: Math.ceil(names.length / perLine) }, (_, line) =>
    names.slice(line * perLine, (line + 1) * perLine).join(', '),
  );
  return lines.map(line => `                       ${line}`).join(',\n');
}

export const usage = `Narrates a video file, or speaks a script.

  npm run narrate -- VIDEO --prompt "A calm tour" --language French --voice nova --out narration.mp3
  npm run narrate -- VIDEO --prompt "A calm tour" --timed --out narration.mp3 --srt narration.srt
  npm run narrate -- VIDEO --prompt "A calm tour" --timed --video narrated.mp4 --subtitles
  npm run narrate -- VIDEO --prompt "Calmly" --describe extended --video described.mp4 --report report.txt
  npm run narrate -- VIDEO --speak lines.srt --out narration.mp3
  npm run narrate -- VIDEO --spoken-subtitles subtitles.srt --language German --video spoken.mp4
  npm run narrate -- VIDEO --prompt "A calm tour" --timed --project holiday.benshi.json
  npm run narrate -- VIDEO --project holiday.benshi.json --out narration.mp3
  npm run narrate -- FOLDER --prompt "A calm tour" --timed --out-folder narrated --write video,srt
  npm run narrate -- VIDEO --prompt "A calm tour" --timed --languages French,Japanese --out narration.mp3
  npm run narrate -- VIDEO --hear --transcript-out said.srt
  npm run narrate -- --speak script.txt --voice nova --out narration.mp3
  npm run narrate -- --verify narrated.mp4

Input (MP4, MOV, WebM, Matroska, MPEG-TS; also AVI, FLV, WMV and MPEG, for --video only with H.264 and similar):
  --prompt TEXT        what the narration should say
  --timed              lines timed to the video; the recording is as long as the video
  --describe KIND      audio description for people who do not see the picture: "standard" uses only gaps in the speech,
                       "extended" pauses the video where a gap is too short
  --detail LEVEL       how much an audio description says: brief, standard or rich (default: standard). People who are confirmed
                       in the project file's cast are called by their looks, then by their names
  --speak FILE         speaks a script, a script with times ([0:12] The fox looks up.), or subtitles (SRT, WebVTT, ASS, SBV,
                       TTML, LRC). With times, the recording is as long as VIDEO, or ends with the last line; lines are
                       shortened only with --timed
  --spoken-subtitles FILE
                       reads subtitles of VIDEO aloud, word for word: up to 1.5 times as fast, or later where time is free. In a
                       video they become a second track, with the original sound under them (EN 301 549, 7.1.5)
  --language NAME      one of the ${languageNames.length} languages, in English (default: English; of a given script or subtitles: detected)
  --languages LIST     also translates it into these languages, separated by commas, and speaks each. Files are named by language:
                       narration.fr.mp3; the project file keeps the translations, and only changed lines are translated again
  --voice NAME         ${standardVoices.join(', ')} (default: ${defaultVoice}), or a premium voice:
${wrap(premiumVoices)}
                       or a provider's own voice, such as PROVIDER:ID. Lines and roles of a project that have a voice of their
                       own keep it
  --list-voices        lists the providers' own voices, with what --voice takes
  --say-synthetic PLACE
                       adds a line that says that the voice is synthetic: "first" or "last"

Output:
  --out FILE           the recording (default: narration.mp3, if no other output is given)
  --srt FILE           subtitles with the times of sentences or lines, as they are heard: in an extended description those of
                       the described video
  --vtt FILE           the same as WebVTT
  --descriptions FILE  WebVTT descriptions, which players read aloud, with the times of the original video
  --dapt FILE          the audio description as DAPT, W3C's script format: .xml or .ttml, or .zip with its sound
  --wav FILE           the recording as WAV
  --mix FILE           the whole sound of the video with the narration, exactly as long as the video, for platforms that take a
                       second sound track: .mp3 or .wav
  --editors FILE       a zip for video editors: a WAV for each line, and timelines (OTIO, EDL)
  --script FILE        the script as spoken
  --analysis FILE      the analysis of the frames
  --report FILE        report of an audio description: gaps, lines, what is not described, findings; .html for a page to print
  --all FILE.zip       with --languages: the project file and, in a folder for each language (fr/, ja/), the video with its
                       narration or, without a VIDEO, the recording, and its subtitles
  --publish DIR        a folder for any web server: the video, its narration, captions, transcript, and a page that plays
                       them; NAME.zip for a zip

Narrated video (the picture is copied unchanged; the mix options also apply to --mix, and --duck to --dapt):
  --video FILE         the video with its narration: .mp4, .webm or .mkv, depending on the video. With --languages it has a track
                       for each, and players start with that of --language
  --track KIND         "mixed": the voice over the original sound; "second": the original sound unchanged, the voice as a
                       second track; "voice": the voice only (default: the first that is possible)
  --audio-track N      the audio track to mix and to search for gaps: its number, or "all" (default: the video's default track,
                       or the first other one if that is silent or cannot be decoded)
  --duck DB            ducking of the original sound while the voice speaks (default: ${usualMix.duckDb})
  --original DB        volume change of the original sound (default: ${usualMix.originalDb})
  --loudness LUFS      loudness of the voice (default: ${webLufs}; broadcast: ${broadcastLufs})
  --keep-original      adds the original sound as another track, which viewers can select
  --subtitles          adds subtitles as a track and as a WebVTT file beside the video

Music (its licence is your matter):
  --music FILE         a sound file under the narration, in the recording, --mix and --video: faded in and out, repeated if it is
                       short, and ${musicDuckDb} dB softer while somebody speaks
  --music-level DB     its level relative to the voice (default: ${usualMusicDb})
  --music-from TIME    when it begins, such as 0:05 (default: at the beginning)
  --music-to TIME      when it ends (default: at the end)

Project file:
  --project FILE       NAME.benshi.json, as the page exports and imports it. With --prompt the narration is added to it, and
                       is written from what was seen before, if anything was. Without --prompt its newest narration is
                       spoken; locked lines are never shortened, and shortened lines are written back
  --narration NAME     the narration to speak, or the name of the one that is written
  --look-again         looks at the video again

A folder of videos (without subfolders):
  --out-folder DIR     narrates each video as NAME.mp3 and so on; skips finished ones unless the video or an option changed
  --write LIST         more files to write for each, separated by commas:
${wrap(writtenNames)}
  --jobs N             videos at a time (default: ${jobsBounds.usual})

What is said in the video (its subtitle track is used by itself, if it has one):
  --hear               transcribes the speech with the provider that is set up, which gets the sound (default: only with the AI
                       on this machine)
  --no-hear            does not, and reads no subtitle track
  --transcript FILE    what is said: subtitles, a text with times, or plain text or Markdown, which is spread over the video
  --transcript-out FILE
                       writes what is said: .srt or .vtt as subtitles, .txt or .md as text; of an audio description as a
                       descriptive transcript

Lines with times:
  --no-shorten         does not shorten lines that are too long
  --cache DIR          keeps spoken lines there, so that only changed lines are spoken again
                       (default: benshi/lines in your cache folder, at most 256 MB)
  --no-cache           speaks every line and keeps none

  --verify FILE        says who signed an mp3, WAV, MP4 or MOV (C2PA), whether it changed since, and what was done to it
  --help               shows this text
`;

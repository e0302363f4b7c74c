import { broadcastLufs, usualMix, webLufs } from '#media/mix/mix-settings.ts';
import { languageNames } from '#shared/languages.ts';
import { premiumVoices } from '#shared/premium-voices.ts';
import { standardVoices } from '#shared/voices.ts';
import { jobsBounds, writtenNames } from './folder-options.ts';

/** Names in lines under each other, as the usage indents them. */
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
  npm run narrate -- FOLDER --prompt "A calm tour" --timed --out-folder narrated --write video,srt
  npm run narrate -- --speak script.txt --voice nova --out narration.mp3

What is narrated (MP4, MOV, WebM, Matroska, MPEG-TS; AVI, FLV, WMV and MPEG, for --video with H.264 and the like):
  --prompt TEXT        the narration you want
  --timed              lines that follow the picture, each at its time, in a sound as long as the video
  --describe KIND      an audio description for people who do not see the picture: "standard", only where nobody speaks, or
                       "extended", for which the picture stands still where there is not room enough
  --speak FILE         speaks what stands there: a script, a script with times ([0:12] The fox looks up.), or subtitles (SRT,
                       WebVTT, ASS, SBV, TTML, LRC). The sound of lines with times is as long as VIDEO, or ends where the
                       last of them does; their words stay, unless --timed is there, too
  --language NAME      one of the ${languageNames.length} languages, in English (default: English; with --speak: found in the text)
  --voice NAME         ${standardVoices.join(', ')} (default: ${standardVoices[0]}), or one of the premium plan:
${wrap(premiumVoices)}

What is written:
  --out FILE           the sound (default: narration.mp3, where no other file is asked for)
  --srt FILE           subtitles, by the times of the sentences or lines
  --vtt FILE           the same as WebVTT
  --descriptions FILE  WebVTT of the kind "descriptions", which players read aloud
  --wav FILE           the sound as WAV
  --editors FILE       a zip for video editors: a WAV for each line, and lists of where each lies (OTIO, EDL)
  --script FILE        the script, as it was spoken
  --analysis FILE      what was seen in the pictures, and when
  --report FILE        how the description came out: gaps, lines, what was left out and why, which WCAG rows it serves

The narrated video (its pictures are copied as they are):
  --video FILE         the video with its narration: .mp4, .webm or .mkv, whichever the video can be copied into
  --track KIND         "mixed": the voice over the original sound; "second": the original untouched, the voice as a second track;
                       "voice": the voice alone (default: the first of them that can be made)
  --audio-track N      which of several sound tracks is mixed, and listened to for --describe: its number, or "all"
                       (default: the video's default track, or where it is silent or cannot be decoded, the first other)
  --duck DB            how much softer the original is while the voice speaks (default: ${usualMix.duckDb})
  --original DB        how much louder, or softer below 0, the original is throughout (default: ${usualMix.originalDb})
  --loudness LUFS      how loud the voice is (default: ${webLufs}; broadcasters: ${broadcastLufs})
  --subtitles          subtitles as a track, and as WebVTT beside the video

A folder of videos (not those in folders of it):
  --out-folder DIR     narrates each, as NAME.mp3 and so on; what is done already is not done again, a changed video or option is
  --write LIST         what else is written for each, with commas between: ${writtenNames.join(', ')}
  --jobs N             so many videos at a time (default: ${jobsBounds.usual})

Lines with times:
  --no-shorten         leaves the words of lines that are too long; else --timed has them said more shortly
  --cache DIR          keeps spoken lines there, so that only lines that changed are spoken again
                       (default: benshi/lines in your cache folder, 256 MB at most)
  --no-cache           speaks every line again, and keeps none

  --help               this text
`;

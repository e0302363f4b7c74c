import { extname, resolve } from 'node:path';
import { Command, CommanderError, Option } from 'commander';
import { broadcastLufs, mixBounds, soundChoices, usualMix } from '#media/mix/mix-settings.ts';
import { musicBounds, musicDuckDb, usualMusicDb } from '#media/mix/music.ts';
import type { AudioTrackChoice } from '#media/sound/choose-sounds.ts';
import { toChosenVoice } from '#shared/api/fields.ts';
import { defaultLanguageName, defaultVoice } from '#shared/defaults.ts';
import { descriptionDetails, descriptionKinds } from '#shared/description.ts';
import { languageNames } from '#shared/languages.ts';
import { noticePlaces } from '#shared/marks/synthetic-notice.ts';
import { readTime } from '#shared/script/time-format.ts';
import {
  allVoices,
  type ChosenVoice,
  premiumVoices,
  readOwnVoiceId,
  standardVoices,
} from '#shared/voices.ts';
import type { Values } from './options.ts';
import { badRequest, refuse } from './report-status.ts';

/** The values of `--write` and their file endings; the sound is always written. */
export const writtenEndings = {
  video: 'mp4',
  srt: 'srt',
  vtt: 'vtt',
  descriptions: 'descriptions.vtt',
  dapt: 'dapt.xml',
  mix: 'mix.mp3',
  wav: 'wav',
  editors: 'zip',
  script: 'txt',
  analysis: 'seen.txt',
  report: 'report.txt',
  publish: 'page.zip',
  'transcript-out': 'transcript.txt',
  project: 'benshi.json',
} as const;

const examples = `Narrates a video file, or speaks a script.

  npm run narrate -- VIDEO --prompt "A calm tour" --language French --voice nova --out narration.mp3
  npm run narrate -- VIDEO --prompt "A calm tour" --timed --out narration.mp3 --srt narration.srt
  npm run narrate -- VIDEO --prompt "A calm tour" --timed --video narrated.mp4 --subtitles
  npm run narrate -- VIDEO --prompt "Calmly" --describe extended --video described.mp4 --report report.txt
  npm run narrate -- VIDEO --speak lines.srt --out narration.mp3
  npm run narrate -- VIDEO --spoken-subtitles subtitles.srt --language German --video spoken.mp4
  npm run narrate -- VIDEO --prompt "A calm tour" --timed --project holiday.benshi.json
  npm run narrate -- VIDEO --project holiday.benshi.json --out narration.mp3
  npm run narrate -- NEW --project holiday.benshi.json --replace-video
  npm run narrate -- FOLDER --prompt "A calm tour" --timed --out-folder narrated --write video,srt
  npm run narrate -- VIDEO --prompt "A calm tour" --timed --languages French,Japanese --out narration.mp3
  npm run narrate -- VIDEO --hear --transcript-out said.srt
  npm run narrate -- --speak script.txt --voice nova --out narration.mp3
  npm run narrate -- --verify narrated.mp4`;

type Parse<Value> = (written: string, option: string, folder: string) => Value;

const text: Parse<string> = written => written;

/** Ignores case. */
export function oneOf<Name extends string>(names: readonly Name[]): Parse<Name> {
  return (written, option) => {
    const found = names.find(name => name.toLowerCase() === written.toLowerCase());
    if (found === undefined) throw badRequest(`${option} must be one of: ${names.join(', ')}.`);
    return found;
  };
}

function numberFrom({ least, most }: { least: number; most: number }, kind = 'number'): Parse<number> {
  return (written, option) => {
    const number = written.trim() === '' ? Number.NaN : Number(written);
    const isOfKind = kind === 'number' || Number.isInteger(number);
    if (isOfKind && number >= least && number <= most) return number;
    throw badRequest(`${option} must be a ${kind} from ${least} to ${most}, not "${written}".`);
  };
}

const moment: Parse<number> = (written, option) => {
  const seconds = readTime(written);
  if (seconds !== undefined) return seconds;
  throw badRequest(`${option} must be a time such as 1:30, not "${written}".`);
};

const audioTrack: Parse<AudioTrackChoice> = (written, option) => {
  if (written === 'all') return 'all';
  const number = Number(written);
  if (Number.isInteger(number) && number >= 1) return number;
  throw badRequest(`${option} must be the number of an audio track, from 1, or all, not "${written}".`);
};

const file: Parse<string> = (written, _option, folder) => resolve(folder, written);

function fileOf(...endings: string[]): Parse<string> {
  return (written, option, folder) => {
    const isKnown = endings.includes(extname(written).toLowerCase());
    refuse(!isKnown, `${option} must end with one of: ${endings.join(', ')}.`);
    return resolve(folder, written);
  };
}

const language = oneOf(languageNames);

const languages: Parse<Values['languages']> = (written, ...named) => [
  ...new Set(written.split(',').map(name => language(name.trim(), ...named))),
];

const voice: Parse<ChosenVoice> = (written, ...named) =>
  readOwnVoiceId(written) ? toChosenVoice(written) : oneOf(allVoices)(written, ...named);

const write: Parse<readonly string[]> = (written, option) => {
  const names = written.split(',').map(name => name.trim());
  const known = Object.keys(writtenEndings);
  const unknown = names.find(name => name !== '' && !known.includes(name));
  if (unknown === undefined) return names;
  throw badRequest(
    `${option} does not know "${unknown}". It accepts, separated by commas: ${known.join(', ')}.`,
  );
};

/** Headings, and options: flags, two spaces, help, which may go on in lines that are indented further. */
const declared = `
Input (MP4, MOV, WebM, Matroska, MPEG-TS; also AVI, FLV, WMV and MPEG, for --video only with H.264 and similar):
  --prompt <text>  what the narration should say
  --timed  lines timed to the video; the recording is as long as the video
  --describe <kind>  audio description for people who do not see the picture: "standard" uses only gaps in the speech,
      "extended" pauses the video where a gap is too short
  --detail <level>  how much an audio description says: brief, standard or rich (default: standard). People who are
      confirmed in the project file's cast are called by their looks, then by their names
  --speak <file>  speaks a script, a script with times ([0:12] The fox looks up.), or subtitles (SRT, WebVTT, ASS, SBV,
      TTML, LRC). With times, the recording is as long as VIDEO, or ends with the last line; lines are shortened only with
      --timed
  --spoken-subtitles <file>  reads subtitles of VIDEO aloud, word for word: up to 1.5 times as fast, or later where time is
      free. In a video they become a second track, with the original sound under them (EN 301 549, 7.1.5)
  --language <name>  one of the ${languageNames.length} languages, in English (default: ${defaultLanguageName}; of a given
      script or subtitles: detected)
  --languages <list>  also translates it into these languages, separated by commas, and speaks each. Files are named by
      language: narration.fr.mp3; the project file keeps the translations, and only changed lines are translated again
  --voice <name>  ${standardVoices.join(', ')} (default: ${defaultVoice}), or a premium voice: ${premiumVoices.join(', ')};
      or a provider's own voice, such as PROVIDER:ID. Lines and roles of a project that have a voice of their own keep it
  --list-voices  lists the providers' own voices, with what --voice takes
  --say-synthetic <place>  adds a line that says that the voice is synthetic: "first" or "last"

Output:
  --out <file>  the recording (default: narration.mp3, if no other output is given)
  --srt <file>  subtitles with the times of sentences or lines, as they are heard: in an extended description those of the
      described video
  --vtt <file>  the same as WebVTT
  --descriptions <file>  WebVTT descriptions, which players read aloud, with the times of the original video
  --dapt <file>  the audio description as DAPT, W3C's script format: .xml or .ttml, or .zip with its sound
  --wav <file>  the recording as WAV
  --mix <file>  the whole sound of the video with the narration, exactly as long as the video, for platforms that take a
      second sound track: .mp3 or .wav
  --editors <file>  a zip for video editors: a WAV for each line, and timelines (OTIO, EDL)
  --script <file>  the script as spoken
  --analysis <file>  the analysis of the frames
  --report <file>  report of an audio description: gaps, lines, what is not described, findings; .html for a page to print
  --all <file>  with --languages: a zip with the project file and, in a folder for each language (fr/, ja/), the video with
      its narration or, without a VIDEO, the recording, and its subtitles
  --publish <folder>  a folder for any web server: the video, its narration, captions, transcript, and a page that plays
      them; NAME.zip for a zip

Narrated video (the picture is copied unchanged; the mix options also apply to --mix, and --duck to --dapt):
  --video <file>  the video with its narration: .mp4, .webm or .mkv, depending on the video. With --languages it has a track
      for each, and players start with that of --language
  --track <kind>  "mixed": the voice over the original sound; "second": the original sound unchanged, the voice as a second
      track; "voice": the voice only (default: the first that is possible)
  --audio-track <n>  the audio track to mix and to search for gaps: its number, or "all" (default: the video's default
      track, or the first other one if that is silent or cannot be decoded)
  --duck <db>  ducking of the original sound while the voice speaks
  --original <db>  volume change of the original sound
  --loudness <lufs>  loudness of the voice; broadcasters want ${broadcastLufs}
  --keep-original  adds the original sound as another track, which viewers can select
  --subtitles  adds subtitles as a track and as a WebVTT file beside the video

Music (its licence is your matter):
  --music <file>  a sound file under the narration, in the recording, --mix and --video: faded in and out, repeated if it is
      short, and ${musicDuckDb} dB softer while somebody speaks
  --music-level <db>  its level relative to the voice (default: ${usualMusicDb})
  --music-from <time>  when it begins, such as 0:05 (default: at the beginning)
  --music-to <time>  when it ends (default: at the end)

Project file:
  --project <file>  NAME.benshi.json, as the page exports and imports it. With --prompt the narration is added to it, and is
      written from the last analysis, if there is one. Without --prompt its newest narration is spoken; locked lines are
      never shortened, and shortened lines are written back
  --narration <name>  the narration to speak, or the name of the one that is written
  --look-again  looks at the video again
  --replace-video  VIDEO is a new cut of the project's video: lines move to their new times, in all languages. Lists what moved,
      is gone, should be checked, and is new
  --anyway  also if VIDEO looks like a different video, or cannot be compared: then lines keep their times
  --write-new  writes lines for the parts that are new

A folder of videos (without subfolders):
  --out-folder <folder>  narrates each video as NAME.mp3 and so on; skips finished ones unless the video or an option
      changed
  --write <list>  more files to write for each, separated by commas: ${Object.keys(writtenEndings).join(', ')}
  --jobs <n>  videos at a time

What is said in the video (its subtitle track is used by itself, if it has one):
  --hear  transcribes the speech with the provider that is set up, which gets the sound (default: only with the AI on this
      machine)
  --no-hear  does not, and reads no subtitle track
  --transcript <file>  what is said: subtitles, a text with times, or plain text or Markdown, which is spread over the video
  --transcript-out <file>  writes what is said: .srt or .vtt as subtitles, .txt or .md as text; of an audio description as a
      descriptive transcript

Lines with times:
  --no-shorten  does not shorten lines that are too long
  --cache <folder>  keeps spoken lines there, so that only changed lines are spoken again (default: benshi/lines in your
      cache folder, at most 256 MB)
  --no-cache  speaks every line and keeps none

Signed files:
  --verify <file>  says who signed an mp3, WAV, MP4 or MOV (C2PA), whether it changed since, and what was done to it
`;

/** How a value is read that is not the path of any file, or not only text. */
const parsers: Readonly<Record<string, Parse<unknown>>> = {
  describe: oneOf(descriptionKinds),
  detail: oneOf(descriptionDetails),
  language: (written, ...named) => (written === '' ? undefined : language(written, ...named)),
  languages,
  voice,
  saySynthetic: oneOf(noticePlaces),
  dapt: fileOf('.xml', '.ttml', '.zip'),
  mix: fileOf('.mp3', '.wav'),
  all: fileOf('.zip'),
  track: oneOf(soundChoices),
  audioTrack,
  duck: numberFrom(mixBounds.duckDb),
  original: numberFrom(mixBounds.originalDb),
  loudness: numberFrom(mixBounds.loudnessLufs),
  musicLevel: numberFrom(musicBounds),
  musicFrom: moment,
  musicTo: moment,
  write,
  jobs: numberFrom({ least: 1, most: 16 }, 'whole number'),
  transcriptOut: fileOf('.srt', '.vtt', '.txt', '.md'),
};

const defaults: Partial<Values> = {
  duck: usualMix.duckDb,
  original: usualMix.originalDb,
  loudness: usualMix.loudnessLufs,
  jobs: 2,
};

/** For a script that is still to be written. */
const writing = ['prompt', 'detail', 'analysis', 'project', 'narration', 'lookAgain'];

const conflicts: Readonly<Record<string, string[]>> = {
  speak: writing,
  spokenSubtitles: ['speak', 'describe', ...writing],
  outFolder: ['speak', 'spokenSubtitles', 'transcript'],
  replaceVideo: ['speak', 'spokenSubtitles', 'outFolder', 'prompt', 'describe', 'hear', 'transcript'],
};

/** @param folder base of relative paths */
function createCommand(folder: string): Command {
  const command = new Command('npm run narrate --')
    .argument('[video]')
    .usage('[VIDEO] [options]')
    .description(examples)
    .helpOption('-h, --help', 'shows this text')
    .configureHelp({ helpWidth: 130 })
    .configureOutput({ writeErr() {}, writeOut() {} })
    .exitOverride();
  const rows = declared
    .trim()
    .replace(/\n {6}/g, ' ')
    .split('\n')
    .filter(row => row !== '');
  for (const row of rows) {
    const { flags, help } = /^ {2}(?<flags>\S+(?: <\w+>)?) {2}(?<help>.+)$/u.exec(row)?.groups ?? {};
    if (flags === undefined) command.optionsGroup(row);
    else command.addOption(createOption(new Option(flags, help), command, folder));
  }
  return command;
}

function createOption(option: Option, command: Command, folder: string): Option {
  const key = option.attributeName() as keyof Values;
  option.conflicts(conflicts[key] ?? []).default(defaults[key]);
  if (!option.required) return option;
  const parse = parsers[key] ?? (/<(?:file|folder)>/.test(option.flags) ? file : text);
  return option.argParser(written => {
    const { long } = option;
    // The library would take the next option for the value.
    const isOption = command.options.some(other => other.long === written);
    refuse(isOption, `${long} needs a value before ${written}, or write ${long}=${written}.`);
    return parse(written, `${long}`, folder);
  });
}

export const usage = createCommand('').helpInformation();

/** What the arguments name. `given` has the options that were written, but no `--no-…`. */
export interface Parsed {
  readonly values: Values;
  readonly given: ReadonlySet<string>;
  readonly video: string | undefined;
}

/**
 * @returns undefined if help was requested
 * @throws CodedError `bad_request` with a sentence that names the option
 */
export function parseCommand(args: readonly string[], folder: string): Parsed | undefined {
  for (const name of ['hear', 'cache'])
    refuse(
      args.includes(`--no-${name}`) && args.some(each => each.split('=')[0] === `--${name}`),
      `--${name} or --no-${name}: leave one out.`,
    );
  const command = createCommand(folder);
  try {
    command.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.helpDisplayed') return undefined;
    throw badRequest(error.message.replace(/^error: (.)/, (_, first: string) => first.toUpperCase()));
  }
  const keys = command.options.map(option => option.attributeName());
  const values: Values = command.opts();
  const isGiven = (key: string) =>
    command.getOptionValueSource(key) === 'cli' && command.getOptionValue(key) !== false;
  const [video] = command.args.map(path => resolve(folder, path));
  return { values, given: new Set(keys.filter(isGiven)), video };
}

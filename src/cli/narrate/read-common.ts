import { extname, resolve } from 'node:path';
import { toChosenVoice } from '#shared/api/fields.ts';
import { defaultVoice } from '#shared/defaults.ts';
import { descriptionKinds } from '#shared/description.ts';
import { type LanguageName, languageNames } from '#shared/languages.ts';
import { noticePlaces } from '#shared/marks/synthetic-notice.ts';
import { allVoices, type ChosenVoice, readOwnVoiceId } from '#shared/voices.ts';
import { refuse } from './bad-request.ts';
import { writtenOptions } from './folder-options.ts';
import { readMusicOptions } from './music.ts';
import { type Deliveries, descriptionOnly } from './options.ts';
import type { ArgumentValues } from './parse-arguments.ts';
import { changeEnding, readAudioTrack, readMix, readVideoOptions } from './video-options.ts';

/**
 * The options that videos, scripts and projects share.
 * @throws CodedError `bad_request` with a sentence that names the option
 */
export function readCommon(values: ArgumentValues, folder: string, picksEnding: boolean) {
  const toOptionalPath = resolveIn(folder);
  return {
    ...readSpeaking(values, toOptionalPath),
    ...readHearing(values, toOptionalPath),
    deliveries: readDeliveries(values, toOptionalPath, picksEnding),
    language: readName('--language', languageNames, values.language || undefined),
    languages: readLanguages(values.languages),
  };
}

function readLanguages(written: string | undefined): LanguageName[] | undefined {
  const names = written
    ?.split(',')
    .flatMap(name => readName('--languages', languageNames, name.trim()) ?? []);
  return names && [...new Set(names)];
}

/** A narration that the project file has is spoken as it is. */
export function speaksProject({ project, prompt }: ArgumentValues): boolean {
  return project !== undefined && prompt === undefined;
}

type ToOptionalPath = (file: string | undefined) => string | undefined;

export function resolveIn(folder: string): ToOptionalPath {
  return file => (file === undefined ? undefined : resolve(folder, file));
}

function readSpeaking(values: ArgumentValues, toOptionalPath: ToOptionalPath) {
  refuse(values.cache !== undefined && values['no-cache'] === true, '--cache or --no-cache: leave one out.');
  const description = readName('--describe', descriptionKinds, values.describe);
  // Generated lines of a description may be shortened; given ones and subtitles stay.
  const mayShorten =
    values['spoken-subtitles'] === undefined &&
    (values.timed === true || (description !== undefined && values.speak === undefined));
  return {
    voice: readVoice(values.voice),
    isTimed: values.timed === true || description !== undefined,
    saysSynthetic: readName('--say-synthetic', noticePlaces, values['say-synthetic']),
    shortens: mayShorten && values['no-shorten'] !== true,
    cache: values['no-cache'] ? 'none' : (toOptionalPath(values.cache) ?? 'usual'),
    description,
    audioTrack: readAudioTrack(values),
  };
}

function readVoice(written: string | undefined): ChosenVoice {
  if (written !== undefined && readOwnVoiceId(written)) return toChosenVoice(written);
  return readName('--voice', allVoices, written) ?? defaultVoice;
}

const transcriptEndings = ['.srt', '.vtt', '.txt', '.md'];
const daptEndings = ['.xml', '.ttml', '.zip'];
const mixEndings = ['.mp3', '.wav'];

function readHearing(values: ArgumentValues, toOptionalPath: ToOptionalPath) {
  const { hear = false, 'no-hear': isOff = false, transcript, 'transcript-out': out } = values;
  refuse(hear && isOff, '--hear or --no-hear: leave one out.');
  refuse(hear && transcript !== undefined, '--hear or --transcript: leave one out.');
  requireEndings('--transcript-out', out, transcriptEndings);
  return { transcriptFile: toOptionalPath(transcript), hears: hear || (isOff ? false : undefined) };
}

function readDeliveries(
  values: ArgumentValues,
  toOptionalPath: ToOptionalPath,
  picksEnding: boolean,
): Deliveries {
  const videoPath = toOptionalPath(values.video);
  const video = readVideoOptions(
    videoPath === undefined ? undefined : { path: videoPath, picksEnding },
    values,
    (values.mix ?? values.dapt ?? values.all) !== undefined,
  );
  requireEndings('--dapt', values.dapt, daptEndings);
  requireEndings('--mix', values.mix, mixEndings);
  requireEndings('--all', values.all, ['.zip']);
  refuse(
    values.all !== undefined && values.languages === undefined,
    '--all is for several languages: add --languages.',
  );
  const ofDescription = descriptionOnly.find(option => values[option] !== undefined);
  refuse(
    ofDescription !== undefined && values.describe === undefined && !speaksProject(values),
    `--${ofDescription} is for an audio description: add --describe standard or extended.`,
  );
  const besidePath = video?.hasSubtitles ? changeEnding(video.path, 'vtt') : undefined;
  const isSpoken = values.project === undefined || values.prompt === undefined;
  const isOnlySound =
    isSpoken && writtenOptions.every(option => option === 'project' || values[option] === undefined);
  return {
    outPath: toOptionalPath(values.out ?? (isOnlySound ? 'narration.mp3' : undefined)),
    wavPath: toOptionalPath(values.wav),
    srtPath: toOptionalPath(values.srt),
    vttPath: toOptionalPath(values.vtt) ?? besidePath,
    descriptionsPath: toOptionalPath(values.descriptions),
    daptPath: toOptionalPath(values.dapt),
    mixPath: toOptionalPath(values.mix),
    editorsPath: toOptionalPath(values.editors),
    scriptPath: toOptionalPath(values.script),
    reportPath: toOptionalPath(values.report),
    publishPath: toOptionalPath(values.publish),
    transcriptPath: toOptionalPath(values['transcript-out']),
    allPath: toOptionalPath(values.all),
    video,
    mix: readMix(values),
    music: readMusicOptions(values, toOptionalPath),
  };
}

function requireEndings(option: string, path: string | undefined, endings: readonly string[]): void {
  refuse(
    path !== undefined && !endings.includes(extname(path).toLowerCase()),
    `${option} must end with one of: ${endings.join(', ')}.`,
  );
}

/**
 * Finds a name, ignoring case.
 * @throws CodedError `bad_request` if it is none of them
 */
export function readName<Name extends string>(
  option: string,
  names: readonly Name[],
  wanted: string | undefined,
): Name | undefined {
  const found = names.find(name => name.toLowerCase() === wanted?.toLowerCase());
  refuse(wanted !== undefined && found === undefined, `${option} must be one of: ${names.join(', ')}.`);
  return found;
}

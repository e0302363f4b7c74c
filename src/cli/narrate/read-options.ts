import { resolve } from 'node:path';
import { type DescriptionKind, descriptionKinds } from '#shared/description.ts';
import { CodedError } from '#shared/errors.ts';
import { type LanguageName, languageNames } from '#shared/languages.ts';
import { allVoices, standardVoices, type Voice } from '#shared/voices.ts';
import { type ArgumentValues, parseArguments } from './parse-arguments.ts';
import { changeEnding, readVideoOptions, type VideoDelivery } from './video-options.ts';

/** What to do: narrate a video, or speak what somebody wrote. Paths are absolute. */
export type NarrateOptions = NarrateVideo | SpeakScript;

/** Where what comes out goes; only the sound is always written. */
export interface Deliveries {
  readonly outPath: string;
  readonly wavPath: string | undefined;
  readonly srtPath: string | undefined;
  readonly vttPath: string | undefined;
  readonly descriptionsPath: string | undefined;
  readonly editorsPath: string | undefined;
  readonly scriptPath: string | undefined;
  /** The report of a description. */
  readonly reportPath: string | undefined;
  readonly video: VideoDelivery | undefined;
}

interface Spoken {
  readonly voice: Voice;
  readonly deliveries: Deliveries;
  /** Whether the writer may say lines with times that are too long more shortly. */
  readonly shortens: boolean;
  /** Where spoken lines are kept: a folder that was named, the usual one, or none. */
  readonly cache: string | 'usual' | 'none';
  /** An audio description of this kind, in the gaps of the video's speech. */
  readonly description: DescriptionKind | undefined;
}

export interface NarrateVideo extends Spoken {
  readonly job: 'narrate';
  readonly videoPath: string;
  readonly wish: string;
  readonly language: LanguageName;
  readonly isTimed: boolean;
  readonly analysisPath: string | undefined;
}

export interface SpeakScript extends Spoken {
  readonly job: 'speak';
  readonly speakPath: string;
  /** The video whose length the sound has. */
  readonly videoPath: string | undefined;
  readonly language: LanguageName | undefined;
  /** Whether what is spoken must have times. */
  readonly isTimed: boolean;
}

/**
 * Reads the command line.
 * @param args what stands behind the command
 * @param folder what relative paths start from
 * @returns undefined when help was asked for
 * @throws CodedError `bad_request` with a sentence that names the option
 */
export function readOptions(args: readonly string[], folder: string): NarrateOptions | undefined {
  const { values, positionals } = parseArguments(args);
  if (values.help) return undefined;
  const toPath = (file: string) => resolve(folder, file);
  const toOptionalPath = (file: string | undefined) => (file === undefined ? undefined : toPath(file));
  const [videoPath, ...others] = positionals.map(toPath);
  refuse(others.length > 0, `One video at a time, please: what should happen with "${positionals[1]}"?`);
  const common = {
    ...readSpeaking(values, toOptionalPath),
    deliveries: readDeliveries(values, toOptionalPath),
  };
  const speakPath = toOptionalPath(values.speak);
  const analysisPath = toOptionalPath(values.analysis);
  const { video, ...files } = common.deliveries;
  requireOwnPlaces([videoPath, speakPath], [...Object.values(files), video?.path, analysisPath]);
  const language = values.language && requireName('--language', languageNames, values.language);
  if (speakPath === undefined) {
    if (videoPath === undefined) throw badRequest('Name a video, or a script with --speak.');
    const wish = requireWish(values, common.isTimed);
    return { job: 'narrate', ...common, language: language || 'English', videoPath, wish, analysisPath };
  }
  refuse(
    values.prompt !== undefined,
    '--speak speaks what is there, and writes nothing: leave --prompt out.',
  );
  refuse(analysisPath !== undefined, '--analysis: with --speak nothing is looked at; leave one of them out.');
  refuse(
    videoPath === undefined && video !== undefined,
    '--video: name the video under which the script is to be laid.',
  );
  refuse(
    videoPath === undefined && common.description !== undefined,
    '--describe: name the video that is described.',
  );
  return { job: 'speak', ...common, language: language || undefined, speakPath, videoPath };
}

type ToOptionalPath = (file: string | undefined) => string | undefined;

function readSpeaking(values: ArgumentValues, toOptionalPath: ToOptionalPath) {
  refuse(values.cache !== undefined && values['no-cache'] === true, '--cache or --no-cache: leave one out.');
  const description =
    values.describe === undefined ? undefined : requireName('--describe', descriptionKinds, values.describe);
  // The lines of a description that is written here may be said more shortly; those that somebody wrote stay.
  const mayShorten = values.timed === true || (description !== undefined && values.speak === undefined);
  return {
    voice: requireName('--voice', allVoices, values.voice ?? standardVoices[0]),
    isTimed: values.timed === true || description !== undefined,
    shortens: mayShorten && values['no-shorten'] !== true,
    cache: values['no-cache'] ? 'none' : (toOptionalPath(values.cache) ?? 'usual'),
    description,
  };
}

function readDeliveries(values: ArgumentValues, toOptionalPath: ToOptionalPath): Deliveries {
  const videoPath = toOptionalPath(values.video);
  const video = readVideoOptions(
    videoPath === undefined ? undefined : { path: videoPath, picksEnding: false },
    values,
  );
  refuse(
    values.report !== undefined && values.describe === undefined,
    '--report tells of a description: add --describe standard or extended.',
  );
  const besidePath = video?.hasSubtitles ? changeEnding(video.path, 'vtt') : undefined;
  return {
    outPath: toOptionalPath(values.out) ?? (toOptionalPath('narration.mp3') as string),
    wavPath: toOptionalPath(values.wav),
    srtPath: toOptionalPath(values.srt),
    vttPath: toOptionalPath(values.vtt) ?? besidePath,
    descriptionsPath: toOptionalPath(values.descriptions),
    editorsPath: toOptionalPath(values.editors),
    scriptPath: toOptionalPath(values.script),
    reportPath: toOptionalPath(values.report),
    video,
  };
}

function requireWish(values: ArgumentValues, isTimed: boolean): string {
  const wish = values.prompt?.trim();
  if (!wish) throw badRequest('Say with --prompt what narration you want.');
  refuse(values['no-shorten'] === true && !isTimed, '--no-shorten is for lines with times: add --timed.');
  return wish;
}

/** Nothing is written over what is read, nor over what was just written. */
function requireOwnPlaces(read: readonly (string | undefined)[], written: readonly (string | undefined)[]) {
  const taken = new Set<string | undefined>(read);
  for (const path of written) {
    if (path === undefined) continue;
    refuse(taken.has(path), `${path} is named twice: each file needs a place of its own.`);
    taken.add(path);
  }
}

/** Finds a name whatever its capitals. */
function requireName<Name extends string>(option: string, names: readonly Name[], wanted: string): Name {
  const found = names.find(name => name.toLowerCase() === wanted.toLowerCase());
  if (found === undefined) throw badRequest(`${option} is one of: ${names.join(', ')}.`);
  return found;
}

function refuse(isWrong: boolean, sentence: string): void {
  if (isWrong) throw badRequest(sentence);
}

function badRequest(message: string): CodedError {
  return new CodedError('bad_request', { message });
}

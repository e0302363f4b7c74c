import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CodedError } from '#shared/errors.ts';
import { type LanguageName, languageNames } from '#shared/languages.ts';
import { allVoices, standardVoices, type Voice } from '#shared/voices.ts';

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
}

interface Spoken {
  readonly voice: Voice;
  readonly deliveries: Deliveries;
  /** Whether the writer may say lines with times that are too long more shortly. */
  readonly shortens: boolean;
  /** Where spoken lines are kept: a folder that was named, the usual one, or none. */
  readonly cache: string | 'usual' | 'none';
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
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const toPath = (file: string) => resolve(folder, file);
  const toOptionalPath = (file: string | undefined) => (file === undefined ? undefined : toPath(file));
  const [videoPath, ...others] = positionals.map(toPath);
  refuse(others.length > 0, `One video at a time, please: what should happen with "${positionals[1]}"?`);
  refuse(values.cache !== undefined && values['no-cache'] === true, '--cache or --no-cache: leave one out.');
  const language = values.language && requireName('--language', languageNames, values.language);
  const deliveries = {
    outPath: toPath(values.out ?? 'narration.mp3'),
    wavPath: toOptionalPath(values.wav),
    srtPath: toOptionalPath(values.srt),
    vttPath: toOptionalPath(values.vtt),
    descriptionsPath: toOptionalPath(values.descriptions),
    editorsPath: toOptionalPath(values.editors),
    scriptPath: toOptionalPath(values.script),
  };
  const common = {
    voice: requireName('--voice', allVoices, values.voice ?? standardVoices[0]),
    deliveries,
    isTimed: values.timed === true,
    shortens: values.timed === true && values['no-shorten'] !== true,
    cache: values['no-cache'] ? 'none' : (toOptionalPath(values.cache) ?? 'usual'),
  };
  const speakPath = toOptionalPath(values.speak);
  const analysisPath = toOptionalPath(values.analysis);
  requireOwnPlaces([videoPath, speakPath], [...Object.values(deliveries), analysisPath]);
  if (speakPath !== undefined) {
    refuse(
      values.prompt !== undefined,
      '--speak speaks what is there, and writes nothing: leave --prompt out.',
    );
    refuse(
      analysisPath !== undefined,
      '--analysis: with --speak nothing is looked at; leave one of them out.',
    );
    return { job: 'speak', ...common, language: language || undefined, speakPath, videoPath };
  }
  const wish = values.prompt?.trim();
  if (videoPath === undefined) throw badRequest('Name a video, or a script with --speak.');
  if (!wish) throw badRequest('Say with --prompt what narration you want.');
  refuse(
    values['no-shorten'] === true && !common.isTimed,
    '--no-shorten is for lines with times: add --timed.',
  );
  return { job: 'narrate', ...common, language: language || 'English', videoPath, wish, analysisPath };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const asked = { prompt: text, timed: flag, speak: text, language: text, voice: text };
  const subtitles = { srt: text, vtt: text, descriptions: text };
  const written = { out: text, wav: text, editors: text, script: text, analysis: text };
  const lines = { 'no-shorten': flag, cache: text, 'no-cache': flag };
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...asked, ...written, ...subtitles, ...lines, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    throw badRequest(error instanceof Error ? error.message : 'The options could not be read.');
  }
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

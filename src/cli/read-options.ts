import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CodedError } from '#shared/errors.ts';
import { type LanguageName, languageNames } from '#shared/languages.ts';
import { premiumVoices } from '#shared/premium-voices.ts';
import { allVoices, standardVoices, type Voice } from '#shared/voices.ts';

/** Names in lines under each other, as the usage indents them. */
function wrap(names: readonly string[]): string {
  const perLine = 9;
  const lines = Array.from({ length: Math.ceil(names.length / perLine) }, (_, line) =>
    names.slice(line * perLine, (line + 1) * perLine).join(', '),
  );
  return lines.map(line => `                    ${line}`).join(',\n');
}

export const usage = `Narrates a video file, or speaks a script.

  npm run narrate -- VIDEO --prompt "A calm tour" --language French --voice nova --out narration.mp3
  npm run narrate -- --speak script.txt --voice nova --out narration.mp3

  --prompt TEXT     the narration you want
  --language NAME   one of the ${languageNames.length} languages, in English (default: English; with --speak: found in the text)
  --voice NAME      ${standardVoices.join(', ')} (default: ${standardVoices[0]}), or one of the premium plan:
${wrap(premiumVoices)}
  --out FILE        where the sound goes (default: narration.mp3)
  --script FILE     also writes the script there
  --analysis FILE   also writes there what was seen in the pictures, and when
  --speak FILE      speaks this script; no video is needed
  --help            this text
`;

/** What to do: narrate a video, or speak a script that exists. Paths are absolute. */
export type NarrateOptions = NarrateVideo | SpeakScript;

interface Spoken {
  readonly voice: Voice;
  readonly outPath: string;
}

export interface NarrateVideo extends Spoken {
  readonly job: 'narrate';
  readonly videoPath: string;
  readonly wish: string;
  readonly language: LanguageName;
  readonly scriptPath: string | undefined;
  readonly analysisPath: string | undefined;
}

export interface SpeakScript extends Spoken {
  readonly job: 'speak';
  readonly speakPath: string;
  readonly language: LanguageName | undefined;
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
  const voice = requireName('--voice', allVoices, values.voice ?? standardVoices[0]);
  const language = values.language && requireName('--language', languageNames, values.language);
  const common = { voice, outPath: toPath(values.out ?? 'narration.mp3') };

  if (values.speak !== undefined) {
    refuse(positionals.length > 0, '--speak needs no video; leave one of them out.');
    refuse(
      values.analysis !== undefined,
      '--analysis is for a video: with --speak nothing is looked at; leave one of them out.',
    );
    return { job: 'speak', ...common, language: language || undefined, speakPath: toPath(values.speak) };
  }
  const [video, ...others] = positionals;
  if (video === undefined) throw badRequest('Name a video, or a script with --speak.');
  refuse(others.length > 0, `One video at a time, please: what should happen with "${others[0]}"?`);
  const wish = values.prompt?.trim();
  if (!wish) throw badRequest('Say with --prompt what narration you want.');
  return {
    job: 'narrate',
    ...common,
    language: language || 'English',
    videoPath: toPath(video),
    wish,
    scriptPath: toOptionalPath(values.script),
    analysisPath: toOptionalPath(values.analysis),
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const sound = { language: text, voice: text, out: text, speak: text };
  const narration = { prompt: text, script: text, analysis: text };
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...sound, ...narration, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    throw badRequest(error instanceof Error ? error.message : 'The options could not be read.');
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

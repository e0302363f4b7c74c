import { parseArgs } from 'node:util';
import { badRequest } from './bad-request.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const asked = {
  prompt: text,
  timed: flag,
  describe: text,
  detail: text,
  speak: text,
  language: text,
  languages: text,
  voice: text,
};
const subtitles = { 'spoken-subtitles': text, srt: text, vtt: text, descriptions: text };
const written = {
  out: text,
  all: text,
  wav: text,
  mix: text,
  dapt: text,
  editors: text,
  script: text,
  analysis: text,
  report: text,
  publish: text,
};
const video = {
  video: text,
  track: text,
  'audio-track': text,
  duck: text,
  loudness: text,
  original: text,
  subtitles: flag,
  'keep-original': flag,
};
const spoken = { 'say-synthetic': text };
const music = { music: text, 'music-level': text, 'music-from': text, 'music-to': text };
const lines = { 'no-shorten': flag, cache: text, 'no-cache': flag };
const heard = { hear: flag, 'no-hear': flag, transcript: text, 'transcript-out': text };
const project = { project: text, narration: text, 'look-again': flag };
const folder = { 'out-folder': text, jobs: text, write: text };
const options = {
  ...asked,
  ...written,
  ...subtitles,
  ...video,
  ...spoken,
  ...music,
  ...lines,
  ...heard,
  ...project,
  ...folder,
  verify: text,
  'list-voices': flag,
  help: { type: 'boolean', short: 'h' },
} as const;
/** Their numbers may be negative, which would be parsed as an option. */
const signedOptions: readonly string[] = ['--loudness', '--original', '--music-level'];

export type ArgumentValues = ReturnType<typeof parseArguments>['values'];

/** @throws CodedError `bad_request` with a sentence that names the option */
export function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: joinSigned(args), allowPositionals: true, options });
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The options could not be read.';
    throw badRequest(message);
  }
}

/** `--loudness -16` as `--loudness=-16`. */
function joinSigned(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const argument of args) {
    const option = joined.at(-1) ?? '';
    if (signedOptions.includes(option) && /^-[\d.]/.test(argument))
      joined.splice(-1, 1, `${option}=${argument}`);
    else joined.push(argument);
  }
  return joined;
}

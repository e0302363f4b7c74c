import { join } from 'node:path';
import { badRequest } from './bad-request.ts';
import type { ArgumentValues } from './parse-arguments.ts';

/** The values of `--write` and their file endings; the sound is always written. */
const endings = {
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
export const writtenNames: readonly string[] = ['video', ...Object.keys(endings)];

export const jobsBounds = { usual: 2, least: 1, most: 16 } as const;

/** @throws CodedError `bad_request` with a sentence that names the option */
export function readJobs(written: string | undefined): number {
  if (written === undefined) return jobsBounds.usual;
  const jobs = Number(written);
  if (Number.isInteger(jobs) && jobs >= jobsBounds.least && jobs <= jobsBounds.most) return jobs;
  throw badRequest(
    `--jobs must be a whole number from ${jobsBounds.least} to ${jobsBounds.most}, not "${written}".`,
  );
}

export const writtenOptions = [
  'out',
  'all',
  'video',
  ...Object.keys(endings),
] as readonly (keyof ArgumentValues)[];

/**
 * @returns what `--write` names
 * @throws CodedError `bad_request` with a sentence that names the option
 */
function readWritten(values: ArgumentValues): readonly string[] {
  // One such file cannot serve all videos.
  const own = writtenOptions.find(name => values[name] !== undefined);
  if (own !== undefined)
    throw badRequest(
      own === 'out' || own === 'all'
        ? `--${own} is for a single video. For a folder use --out-folder.`
        : `--${own} is for a single video. With --out-folder use --write ${own}.`,
    );
  const wanted = (values.write ?? '').split(',').map(name => name.trim());
  const unknown = wanted.find(name => name !== '' && !writtenNames.includes(name));
  if (unknown === undefined) return wanted;
  throw badRequest(
    `--write does not know "${unknown}". It accepts, separated by commas: ${writtenNames.join(', ')}.`,
  );
}

/**
 * The options for one video of a folder: those of the folder, with an output file for each value of `--write`.
 * @throws CodedError `bad_request` with a sentence that names the option
 */
export function planFolderValues(values: ArgumentValues, outFolder: string, name: string): ArgumentValues {
  const wanted = readWritten(values);
  const toPath = (ending: string) => join(outFolder, `${name}.${ending}`);
  const named = Object.fromEntries(
    Object.entries(endings)
      .filter(([each]) => wanted.includes(each))
      .map(([each, ending]) => [each, toPath(ending)]),
  );
  return {
    ...values,
    ...named,
    out: toPath('mp3'),
    ...(wanted.includes('video') && { video: toPath('mp4') }),
  };
}

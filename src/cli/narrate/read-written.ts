import { readFile, stat } from 'node:fs/promises';
import { CodedError } from '#shared/errors.ts';
import { readSubtitles } from '#shared/script/read-subtitles.ts';
import { isTimedScript } from '#shared/script/time-mark.ts';
import { printTimedScript } from '#shared/script/timed-script.ts';

/** The longest script is 100,000 characters; subtitles take three times as much with their times. */
const mostBytes = 8_000_000;

/** What somebody wrote, to be spoken. */
export interface Written {
  readonly script: string;
  readonly isTimed: boolean;
  /** When the last of some subtitles ends; undefined where lines only begin. */
  readonly endSeconds?: number | undefined;
}

/**
 * Reads a script with or without times, SRT or WebVTT: by what stands in it, whatever it is called.
 * @throws CodedError `bad_request` when there is no such file, or it is no text
 */
export async function readWritten(path: string): Promise<Written> {
  if ((await requireFile(path)) > mostBytes)
    throw new CodedError('bad_request', { message: `${path} is too large for a script or for subtitles.` });
  const text = (await readFile(path, 'utf8')).replace(/^\ufeff/, '');
  const cues = readSubtitles(text);
  if (cues.length > 0) {
    const endSeconds = cues.reduce((latest, cue) => Math.max(latest, cue.endSeconds), 0);
    return { script: printTimedScript(cues), isTimed: true, endSeconds };
  }
  return { script: text, isTimed: isTimedScript(text) };
}

/**
 * @returns how large it is, in bytes
 * @throws CodedError `bad_request` when there is no such file
 */
export async function requireFile(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory())
    throw new CodedError('bad_request', {
      message: `${path} is a folder: say with --out-folder where what comes of its videos goes.`,
    });
  if (!found?.isFile()) throw new CodedError('bad_request', { message: `There is no file ${path}.` });
  return found.size;
}

import { CodedError } from '../errors.ts';
import { maxScriptCharacters, maxTimedLines } from '../limits.ts';
import { videoLengthMessages } from '../messages/video-length.ts';
import { requireVideoLength } from '../video-length.ts';
import type { SpokenCue } from './cues.ts';
import { decodeText } from './decode-text.ts';
import { readSubtitles } from './read-subtitles.ts';
import { isTimedScript } from './time-mark.ts';
import { parseTimedScript, printTimedScript } from './timed-script.ts';

/** The largest file, in bytes: subtitles are a few times as long as the script in them. */
const mostBytes = 8_000_000;

/** What looks like subtitles, and must have cues. */
const subtitles = /^\s*(?:WEBVTT|\[Script Info\])|<(?:[\w-]+:)?tt[\s>]|-->/iu;
/** Text that is not meant to be read as it stands: RTF, PDF, markup, JSON, MicroDVD, tables. */
const foreign =
  /^\s*(?:\{\\rtf|%PDF-|<[?!]|<(?:html|sami|transcript|timedtext)\b|[{[]\s*["{]|\{\d+\}\{\d+\}|start\tend\ttext)/iu;

/** A file that may hold a script, wherever it lies. */
interface ScriptFile {
  /** In bytes. */
  readonly size: number;
  read(): Promise<Uint8Array>;
}

/** A script that somebody has brought. */
export interface OwnScript {
  readonly script: string;
  /** How many lines have a time; 0 for a script without times. */
  readonly timedLines: number;
  /** When the last cue of subtitles ends; undefined where that is not known. */
  readonly endSeconds?: number | undefined;
}

/**
 * Reads a script with or without times, or subtitles: by what stands in the file, whatever it is called.
 * @param named as messages name it
 * @param maxSeconds the longest video that is taken
 * @throws {CodedError} `bad_request` for what is neither; `too_large`; `video_too_long` for later times
 */
export async function readOwnScript(file: ScriptFile, named: string, maxSeconds: number): Promise<OwnScript> {
  if (file.size > mostBytes)
    throw refuse('too_large', `${named} is too large for a script or for subtitles.`);
  const text = await decodeText(await file.read());
  if (text === undefined)
    throw refuse(
      'bad_request',
      `${named} is not a text file. Please choose a script (.txt) or subtitles (.srt, .vtt).`,
    );
  if (text.trim() === '') throw refuse('bad_request', `${named} is empty.`);
  const own = readOwnText(text, maxSeconds);
  if (own) return own;
  if (subtitles.test(text))
    throw refuse(
      'bad_request',
      `${named} has no subtitles that we can read. Each needs a line like 00:00:12,000 --> 00:00:15,000.`,
    );
  throw refuse(
    'bad_request',
    `${named} is not plain text. Please save it as a script (.txt) or as subtitles (.srt, .vtt).`,
  );
}

/**
 * The same of a text that is there already.
 * @returns undefined for what looks like subtitles but has none, and for what nobody reads aloud
 * @throws {CodedError} `too_large` for more than is spoken at once; `video_too_long`
 */
export function readOwnText(text: string, maxSeconds: number): OwnScript | undefined {
  const cues = readSubtitles(text);
  if (cues.length === 0 && (subtitles.test(text) || foreign.test(text))) return undefined;
  const script = cues.length > 0 ? printTimedScript(cues) : text.replace(/\r\n?/gu, '\n').trimEnd();
  const timed = isTimedScript(script) ? parseTimedScript(script).cues : [];
  const timedLines = timed.length;
  if (script.length > maxScriptCharacters)
    throw refuse(
      'too_large',
      `This script is longer than the limit of ${maxScriptCharacters.toLocaleString('en')} characters.`,
    );
  if (timedLines > maxTimedLines)
    throw refuse(
      'too_large',
      `This script has more timed lines than the limit of ${maxTimedLines.toLocaleString('en')}.`,
    );
  const endSeconds = findEnd(cues);
  const lastSecond = Math.max(endSeconds ?? 0, timed.at(-1)?.startSeconds ?? 0);
  requireVideoLength(lastSecond, maxSeconds, videoLengthMessages.script);
  return { script, timedLines, endSeconds };
}

/** A last cue that ends no later than it begins says nothing about the end. */
function findEnd(cues: readonly SpokenCue[]): number | undefined {
  const endSeconds = cues.reduce((latest, cue) => Math.max(latest, cue.endSeconds), 0);
  const last = cues.at(-1);
  return last && endSeconds > last.startSeconds ? endSeconds : undefined;
}

function refuse(code: 'bad_request' | 'too_large', message: string): CodedError {
  return new CodedError(code, { message });
}

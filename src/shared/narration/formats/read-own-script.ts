import { refuse } from '../../errors.ts';
import { maxScriptCharacters, maxTimedLines } from '../../limits.ts';
import { ownScriptMessages } from '../../messages/own-script.ts';
import type { SpokenCue } from '../../script/cues.ts';
import { splitLines } from '../../script/split-sentences.ts';
import { requireVideoLength } from '../../video-length.ts';
import { toRolePrefix } from '../project.ts';
import { isTimedScript, parseTimedScript, printTimedScript } from '../timed-text.ts';
import { dropOffset, readSubtitles } from './read-subtitles.ts';

/** Control characters except white space, unassigned code points, and replacement characters: rare in text, common in other files. */
const unexpected = /(?![\s\u0085])\p{Cc}|\p{Cn}|\ufffd/gu;
/** Those, and characters that no text may have. */
const controls = /(?![\s\u0085])\p{Cc}|\p{Noncharacter_Code_Point}/gu;
/** Colours of a terminal, and its other orders. */
const terminal = /[^\P{Cc}\s]\[[\d;?]*[A-Za-z]/gu;
/** The accepted share of what is unexpected. Other files are hardly ever valid UTF-8. */
const most = { valid: 0.05, guessed: 0.01 } as const;

const marks: readonly { readonly encoding: string; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/** Enough to detect an encoding statistically. */
const sampleBytes = 100_000;
/** Chardet's confidence, of 100, for a barely possible encoding. */
const minConfidence = 10;

/**
 * Decodes a text file of unknown encoding: by byte order mark, as UTF-16 by its zero bytes, as UTF-8, else by
 * letter statistics (Windows-125x, ISO 8859, KOI8-R, Shift-JIS, EUC, GB 18030, Big5).
 * @returns undefined if it is no text
 */
export async function decodeText(bytes: Uint8Array): Promise<string | undefined> {
  const mark = marks.find(each => each.bytes.every((byte, index) => bytes[index] === byte));
  const known = mark?.encoding ?? findUtf16(bytes);
  const valid = known ? undefined : decode(bytes, 'utf-8', true);
  const text = known
    ? new TextDecoder(known).decode(bytes)
    : (valid ?? decode(bytes, await guessEncoding(bytes)) ?? new TextDecoder('windows-1252').decode(bytes));
  const plain = text.replace(terminal, '');
  const count = plain.length - plain.replace(unexpected, '').length;
  const isText = count <= 1 + plain.length * (valid === undefined ? most.guessed : most.valid);
  return !isText ? undefined : plain.replace(controls, '').replace(/[\v\f]/gu, ' ');
}

/** In UTF-16 every other byte of line ends, digits and Latin letters is zero. */
function findUtf16(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, sampleBytes);
  const zeros: [even: number, odd: number] = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2 === 0 ? 0 : 1]++;
  const [even, odd] = zeros;
  if (Math.max(even, odd) < Math.max(2, sample.length / 10)) return undefined;
  if (odd > 2 * even) return 'utf-16le';
  return even > 2 * odd ? 'utf-16be' : undefined;
}

/** @returns undefined for other bytes, if that is fatal, and for an encoding that the host cannot decode, as chardet detects some */
function decode(bytes: Uint8Array, encoding: string, fatal = false): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes);
  } catch {
    return undefined;
  }
}

async function guessEncoding(bytes: Uint8Array): Promise<string> {
  // Most files are UTF-8 and need no statistics.
  const { analyse } = await import('chardet');
  const [best] = analyse(bytes.subarray(0, sampleBytes));
  return best && best.confidence > minConfidence ? best.name : 'windows-1252';
}

/** The largest file, in bytes: subtitles are a few times as long as their text. */
const maxBytes = 8_000_000;

/** Looks like subtitles, and must then have cues. */
const subtitles = /^\s*(?:WEBVTT|\[Script Info\]|start\tend\ttext)|<(?:[^\s<>:]+:)?tt[\s>]/iu;
/** Other text formats: RTF, PDF, markup, JSON. */
const foreign = /^\s*(?:\{\\rtf|%PDF-|<[?!]|<(?:html|sami|transcript|timedtext)\b|[{[]\s*["{])/iu;

/** A file that a person brings, on any host. */
export interface BroughtFile {
  /** In bytes. */
  readonly size: number;
  read(): Promise<Uint8Array>;
}

export interface OwnScript {
  readonly script: string;
  /** How many lines have a time; 0 for a script without times. */
  readonly timedLines: number;
  /** Names of roles by the file, which stand before what they say; other names before a colon may be roles too. */
  readonly roles: readonly string[];
  /** Not a script of one's own: it may have sounds that are not spoken. */
  readonly isSubtitles: boolean;
  /** End of the last subtitle; undefined if unknown. */
  readonly endSeconds?: number | undefined;
  /** From this hour the file's times counted; 0 from the beginning. */
  readonly offsetHours: number;
}

/** Of the longest accepted video, and of this one, where it is known. */
export type Lengths = readonly [maxSeconds: number, videoSeconds?: number | undefined];

/**
 * Reads a script with or without times, or subtitles, by its content.
 * @param named the file's name in messages
 * @throws {CodedError} `bad_request` for anything else; `too_large`; `video_too_long` for later times
 */
export async function readOwnScript(
  file: BroughtFile,
  named: string,
  ...lengths: Lengths
): Promise<OwnScript> {
  if (file.size > maxBytes) throw refuse('too_large', ownScriptMessages.fileTooLarge, { file: named });
  const text = await decodeText(await file.read());
  if (text === undefined) throw refuse('bad_request', ownScriptMessages.notText, { file: named });
  if (text.trim() === '') throw refuse('bad_request', ownScriptMessages.empty, { file: named });
  const own = readOwnText(text, ...lengths);
  if (own) return own;
  const message = looksLikeSubtitles(text) ? ownScriptMessages.noCues : ownScriptMessages.notPlainText;
  throw refuse('bad_request', message, { file: named });
}

/** The same for a text; undefined for invalid subtitles and other formats. @throws CodedError as `readSubtitles`; `too_large`; `video_too_long` */
export function readOwnText(text: string, ...lengths: Lengths): OwnScript | undefined {
  const [maxSeconds, videoSeconds = maxSeconds] = lengths;
  const { cues, offsetHours } = dropOffset(readSubtitles(text), videoSeconds);
  if (cues.length === 0 && (looksLikeSubtitles(text) || foreign.test(text))) return undefined;
  const named = cues.map(cue => (cue.speaker ? { ...cue, text: toRolePrefix(cue.speaker) + cue.text } : cue));
  const whole = cues.length > 0 ? named.map(cue => cue.text).join('\n') : text.replace(/\r\n?/gu, '\n');
  // TTML may have no times.
  const script = cues.some(({ endSeconds }) => endSeconds > 0) ? printTimedScript(named) : whole.trimEnd();
  const timed = isTimedScript(script) ? parseTimedScript(script).cues : [];
  const timedLines = timed.length;
  if (script.length > maxScriptCharacters)
    throw refuse('too_large', ownScriptMessages.tooManyCharacters, { limit: maxScriptCharacters });
  if (timedLines > maxTimedLines)
    throw refuse('too_large', ownScriptMessages.tooManyLines, { limit: maxTimedLines });
  const endSeconds = findEnd(cues);
  const latestSeconds = Math.max(endSeconds ?? 0, timed.at(-1)?.startSeconds ?? 0);
  requireVideoLength(ownScriptMessages.tooLong, latestSeconds, maxSeconds);
  const roles = [...new Set(cues.flatMap(({ speaker }) => speaker ?? []))];
  return { script, timedLines, roles, endSeconds, offsetHours, isSubtitles: cues.length > 0 };
}

/** Subtitles and transcripts as a script with times, without speakers; any other text as it is. @throws CodedError as {@link readOwnScript} */
export function toOwnScript(text: string): string {
  const cues = readSubtitles(text);
  return cues.length > 0 ? printTimedScript(cues) : text;
}

/** An arrow between words is part of a script. */
function looksLikeSubtitles(text: string): boolean {
  if (subtitles.test(text)) return true;
  const isTiming = (line: string) => /^\s*\d/u.test(line) || line.trim().split(/\s+/u).length <= 3;
  return !isTimedScript(text) && splitLines(text).some(line => line.includes('-->') && isTiming(line));
}

/** The end is unknown if the last cue ends no later than it begins. */
function findEnd(cues: readonly SpokenCue[]): number | undefined {
  const endSeconds = cues.reduce((latest, cue) => Math.max(latest, cue.endSeconds), 0);
  const last = cues.at(-1);
  return last && endSeconds > last.startSeconds ? endSeconds : undefined;
}

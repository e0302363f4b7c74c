import { CodedError } from '../../errors.ts';
import { maxScriptCharacters, maxTimedLines } from '../../limits.ts';
import { type FilledMessage, fill } from '../../messages/message.ts';
import { ownScriptMessages } from '../../messages/own-script.ts';
import type { SpokenCue } from '../../script/cues.ts';
import { splitLines } from '../../script/split-lines.ts';
import { requireVideoLength } from '../../video-length.ts';
import { printTimedScript } from '../print-timed-text.ts';
import { toRolePrefix } from '../roles.ts';
import { isTimedScript, parseTimedScript } from '../timed-text.ts';
import { decodeText } from './decode-text.ts';
import { dropOffset, readSubtitles } from './read-subtitles.ts';

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
  if (file.size > maxBytes) throw refuse('too_large', fill(ownScriptMessages.fileTooLarge, { file: named }));
  const text = await decodeText(await file.read());
  if (text === undefined) throw refuse('bad_request', fill(ownScriptMessages.notText, { file: named }));
  if (text.trim() === '') throw refuse('bad_request', fill(ownScriptMessages.empty, { file: named }));
  const own = readOwnText(text, ...lengths);
  if (own) return own;
  const message = looksLikeSubtitles(text) ? ownScriptMessages.noCues : ownScriptMessages.notPlainText;
  throw refuse('bad_request', fill(message, { file: named }));
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
    throw refuse('too_large', fill(ownScriptMessages.tooManyCharacters, { limit: maxScriptCharacters }));
  if (timedLines > maxTimedLines)
    throw refuse('too_large', fill(ownScriptMessages.tooManyLines, { limit: maxTimedLines }));
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

function refuse(code: 'bad_request' | 'too_large', message: FilledMessage): CodedError {
  return new CodedError(code, { message });
}

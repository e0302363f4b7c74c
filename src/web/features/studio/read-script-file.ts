import { CodedError } from '#shared/errors.ts';
import { maxScriptCharacters, maxTimedLines } from '#shared/limits.ts';
import { readSubtitles } from '#shared/script/read-subtitles.ts';
import { isTimedScript } from '#shared/script/time-mark.ts';
import { parseTimedScript, printTimedScript } from '#shared/script/timed-script.ts';
import { decodeText } from './decode-text.ts';

// Fetched with the first file or subtitles that somebody brings.

/** The longest script; subtitles take a few times as much with their times. */
const mostBytes = 8_000_000;

/** A script that somebody has brought. */
export interface OwnScript {
  readonly script: string;
  /** How many lines have a time; 0 for a script without times. */
  readonly timedLines: number;
}

/**
 * Reads a script with or without times, SRT or WebVTT: by what stands in it, whatever it is called.
 * @throws {CodedError} `bad_request` or `too_large`, naming the file
 */
export async function readScriptFile(file: File): Promise<OwnScript> {
  const named = `“${file.name}”`;
  if (file.size > mostBytes)
    throw refuse('too_large', `${named} is too large for a script or for subtitles.`);
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (text === undefined)
    throw refuse(
      'bad_request',
      `${named} is no text. Please choose a script (.txt) or subtitles (.srt, .vtt).`,
    );
  if (text.trim() === '') throw refuse('bad_request', `${named} is empty.`);
  const own = readOwnText(text);
  if (own) return own;
  throw refuse(
    'bad_request',
    `No subtitles could be read in ${named}. Each needs a line like 00:00:12,000 --> 00:00:15,000.`,
  );
}

/**
 * The same of a text that stands in the sheet already.
 * @returns undefined for what looks like subtitles but has none
 * @throws {CodedError} `too_large` for more than is spoken at once
 */
export function readOwnText(text: string): OwnScript | undefined {
  const cues = readSubtitles(text);
  if (cues.length === 0 && (/^\s*WEBVTT/u.test(text) || text.includes('-->'))) return undefined;
  const script = cues.length > 0 ? printTimedScript(cues) : text.replace(/\r\n?/gu, '\n').trimEnd();
  const timedLines = isTimedScript(script) ? parseTimedScript(script).cues.length : 0;
  if (script.length > maxScriptCharacters)
    throw refuse(
      'too_large',
      `That is longer than the ${maxScriptCharacters.toLocaleString('en')} characters that are spoken at once.`,
    );
  if (timedLines > maxTimedLines)
    throw refuse(
      'too_large',
      `That has more than the ${maxTimedLines.toLocaleString('en')} lines with times that are spoken at once.`,
    );
  return { script, timedLines };
}

function refuse(code: 'bad_request' | 'too_large', message: string): CodedError {
  return new CodedError(code, { message });
}

import type { SpeechEngine } from '#engines/ports.ts';
import { encodeMp3 } from '#media/encode-mp3.ts';
import { type LineToLay, layLines } from '#media/lay-lines.ts';
import { getSeconds } from '#media/line-sound.ts';
import { runInOrder } from '#media/run-in-order.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { speechConcurrency } from '#shared/limits.ts';
import { computeRooms } from '#shared/script/cues.ts';
import { chooseSpeed } from '#shared/script/line-speed.ts';
import type { SpeechPart } from '#shared/speech.ts';
import type { Voice } from '#shared/voices.ts';
import { detectLanguage } from './detect-language.ts';
import { putBack } from './put-back.ts';
import { requireTimedScript } from './require-timed-script.ts';
import { speakLine } from './speak-line.ts';

/** A timed script, how it is to be spoken, and how long the video is. */
export interface TimedVoiceRequest {
  readonly script: string;
  readonly voice: Voice;
  /** Found out from the script when left out. */
  readonly language?: LanguageName | undefined;
  readonly durationSeconds: number;
  /** Is told how long each line was, at its natural speed and without silence at its ends. */
  readonly noteLine?: ((text: string, seconds: number) => void) | undefined;
}

/**
 * Speaks a timed script: each line for itself, at most {@link speechConcurrency} at the same time, laid at its time, the sound
 * as long as the video. A line that does not fit its room is made faster within bounds; where that is not enough the next one
 * begins later, never over it.
 * @returns once the first line is certain; the sound as mp3, each line's true times, the length
 * @throws CodedError `bad_request` for a script whose lines are wrong, `too_large`, what the engine throws, `client_closed`
 */
export async function convertTimedToVoice(
  speech: SpeechEngine,
  { script, voice, language, durationSeconds, noteLine }: TimedVoiceRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<SpeechPart>> {
  requireNotCancelled(signal);
  const cues = requireTimedScript(script, durationSeconds);
  const spokenLanguage = language
    ? getLanguage(language)
    : await detectLanguage(cues.map(({ text }) => text).join('\n'));
  const rooms = computeRooms(cues, durationSeconds);
  const all = new AbortController();
  const either = AbortSignal.any([signal, all.signal]);
  const jobs = cues.map(({ text, startSeconds }, index) => async (): Promise<LineToLay> => {
    const [previousText, nextText] = [cues[index - 1]?.text, cues[index + 1]?.text];
    const line = { text, voice, language: spokenLanguage, previousText, nextText };
    const natural = await speakLine(speech, line, either);
    noteLine?.(text, getSeconds(natural));
    const { speed } = chooseSpeed(getSeconds(natural), rooms[index] ?? 0);
    return { startSeconds, sound: natural, speed };
  });
  const lines = runInOrder(jobs, speechConcurrency);
  try {
    const first = await lines.next();
    const texts = cues.map(({ text }) => text);
    return tellParts(putBack(first, lines), { texts, durationSeconds, all, signal });
  } catch (error) {
    all.abort();
    throw error;
  }
}

interface Telling {
  readonly texts: readonly string[];
  readonly durationSeconds: number;
  /** Ends what is still being spoken. */
  readonly all: AbortController;
  readonly signal: AbortSignal;
}

async function* tellParts(
  lines: AsyncIterable<LineToLay>,
  { texts, durationSeconds, all, signal }: Telling,
): AsyncGenerator<SpeechPart, void> {
  const found: SpeechPart[] = [];
  let told = 0;
  let seconds = durationSeconds;
  const noteLine = (times: { startSeconds: number; endSeconds: number }) => {
    found.push({ cue: { text: texts[told++] ?? '', ...times } });
    seconds = Math.max(durationSeconds, times.endSeconds);
  };
  try {
    for await (const mp3 of encodeMp3(layLines(lines, { durationSeconds, noteLine, signal }))) {
      yield { mp3 };
      yield* found.splice(0);
    }
    yield { seconds };
  } finally {
    all.abort();
  }
}

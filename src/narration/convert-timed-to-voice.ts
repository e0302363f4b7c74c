import type { SpeechEngine, SpeechRequest } from '#engines/ports.ts';
import { placeLines } from '#media/mix/place-lines.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import { getSeconds } from '#media/sound/line-sound.ts';
import { runInOrder } from '#shared/async/run-in-order.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { CodedError } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { speechConcurrency } from '#shared/limits.ts';
import { type Cue, computeAvailableSeconds } from '#shared/script/cues.ts';
import { chooseSpeed } from '#shared/script/line-speed.ts';
import { addManifests, type SpeechPart } from '#shared/speech.ts';
import { settleLanguage } from './detect-language.ts';
import { prepend } from './prepend.ts';
import { type LineSpeech, speakLine } from './speak-line.ts';

export interface TimedVoiceRequest {
  /** In time order. */
  readonly cues: readonly Cue[];
  readonly voice: SpeechRequest['voice'];
  /** Detected from the texts if undefined. */
  readonly language?: LanguageName | undefined;
  readonly durationSeconds: number;
  /** Receives the duration of each line at normal speed, without silence at its ends. */
  readonly noteLine?: ((text: string, seconds: number) => void) | undefined;
}

/**
 * Speaks a timed script: lines separately, at most {@link speechConcurrency} at once, each placed at its time, in a sound as long
 * as the video. A line that does not fit is sped up within limits; if that is not enough the next one starts later, without
 * overlap. A line that cannot be spoken is left out.
 * @returns once the first line is certain; the sound as mp3, each line's actual times, unspoken text, the duration
 * @throws CodedError `unspeakable_script` if no line can be spoken, errors of the engine, `client_closed`
 */
export async function convertTimedToVoice(
  speech: SpeechEngine,
  { cues, voice, language, durationSeconds, noteLine }: TimedVoiceRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<SpeechPart>> {
  requireNotCancelled(signal);
  const spokenLanguage = await settleLanguage(language, cues.map(({ text }) => text).join('\n'));
  const availableDurations = computeAvailableSeconds(cues, durationSeconds);
  const all = new AbortController();
  const either = AbortSignal.any([signal, all.signal]);
  const jobs = cues.map(({ text, startSeconds }, index) => async (): Promise<CueSpeech> => {
    const [previousText, nextText] = [cues[index - 1]?.text, cues[index + 1]?.text];
    const line = { text, voice, language: spokenLanguage, previousText, nextText };
    const said = await speakLine(speech, line, either);
    const seconds = getSeconds(said.sound);
    if (said.unspoken === undefined) noteLine?.(text, seconds);
    const { speed } = chooseSpeed(seconds, availableDurations[index] ?? 0);
    return { ...said, line: index + 1, startSeconds, text, speed };
  });
  const found: SpeechPart[] = [];
  const lines = passSpoken(runInOrder(jobs, speechConcurrency), found);
  try {
    const first = await lines.next();
    return reportParts(prepend(first, lines), { found, durationSeconds, all, signal });
  } catch (error) {
    all.abort();
    throw error;
  }
}

interface CueSpeech extends Cue, LineSpeech {
  /** From 1. */
  readonly line: number;
  readonly speed: number;
}

/**
 * Yields the lines that were spoken.
 * @param found receives the unspoken text of each
 * @throws CodedError `unspeakable_script` if there are none
 */
async function* passSpoken(
  lines: AsyncIterable<CueSpeech>,
  found: SpeechPart[],
): AsyncGenerator<CueSpeech, void, undefined> {
  let refusal: CodedError | undefined;
  let isAudible = false;
  for await (const said of lines) {
    const { line, startSeconds, unspoken } = said;
    if (unspoken) found.push({ unspoken: { line, startSeconds, text: unspoken } });
    refusal ??= said.refusal;
    if (said.refusal) continue;
    isAudible = true;
    yield said;
  }
  if (!isAudible && refusal) throw refusal;
}

interface Reporting {
  /** Parts to report next. */
  readonly found: SpeechPart[];
  readonly durationSeconds: number;
  readonly all: AbortController;
  readonly signal: AbortSignal;
}

async function* reportParts(
  lines: AsyncIterable<CueSpeech>,
  { found, durationSeconds, all, signal }: Reporting,
): AsyncGenerator<SpeechPart, void> {
  const texts: string[] = [];
  const manifests: Uint8Array[] = [];
  let seconds = durationSeconds;
  async function* noteTexts() {
    for await (const line of lines) {
      texts.push(line.text);
      addManifests(manifests, line.manifests);
      yield line;
    }
  }
  const noteLine = (times: { startSeconds: number; endSeconds: number }) => {
    found.push({ cue: { text: texts.shift() ?? '', ...times } });
    seconds = Math.max(durationSeconds, times.endSeconds);
  };
  try {
    for await (const mp3 of encodeMp3(placeLines(noteTexts(), { durationSeconds, noteLine, signal }))) {
      yield { mp3, manifests };
      yield* found.splice(0);
    }
    yield* found.splice(0);
    yield { seconds };
  } finally {
    all.abort();
  }
}

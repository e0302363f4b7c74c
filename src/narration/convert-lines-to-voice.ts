import { placeLines } from '#media/mix/place-lines.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import { getSeconds } from '#media/sound/line-sound.ts';
import { runInOrder } from '#shared/async/run-in-order.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { speechConcurrency } from '#shared/defaults.ts';
import type { CodedError } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { maxLineCharacters } from '#shared/limits.ts';
import type { Pronunciation } from '#shared/pronunciations.ts';
import { type Cue, computeAvailableSeconds } from '#shared/script/cues.ts';
import { type LineDelivery, placeDelivery } from '#shared/script/line-delivery.ts';
import { chooseSpeed } from '#shared/script/line-speed.ts';
import { addManifests, type SpeechPart } from '#shared/speech.ts';
import { settleLanguage } from './detect-language.ts';
import { prepend } from './prepend.ts';
import { type LineSpeech, speakLine } from './speak-line.ts';
import { requireShortWhenSaid, type Speaker } from './speaker.ts';

/** Between lines without times. */
const pauseSeconds = 0.4;

/** A line as it is spoken and placed. */
export interface LineToVoice extends Cue, LineDelivery {
  readonly speaker: Speaker;
}

export interface LinesVoiceRequest {
  /** In time order. */
  readonly lines: readonly LineToVoice[];
  /** Detected from the texts if undefined. */
  readonly language?: LanguageName | undefined;
  readonly pronunciations?: readonly Pronunciation[] | undefined;
  /** Of the video; undefined for lines without times, which follow one another with a pause of 0.4 s. */
  readonly durationSeconds?: number | undefined;
}

/**
 * Speaks lines separately, at most {@link speechConcurrency} at once, each placed at its time, with its pace and pauses, in a sound as
 * long as the video. A line that does not fit is sped up within limits; if that is not enough the next one starts later, without
 * overlap. A line that cannot be spoken is left out.
 * @returns once the first line is certain; the sound as mp3, each line's actual times, unspoken text, the duration
 * @throws CodedError `unspeakable_script` if no line can be spoken, errors of the engines, `client_closed`
 */
export async function convertLinesToVoice(
  { lines, language, pronunciations, durationSeconds }: LinesVoiceRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<SpeechPart>> {
  requireNotCancelled(signal);
  requireShortWhenSaid(lines, pronunciations, durationSeconds === undefined ? undefined : maxLineCharacters);
  const spokenLanguage = await settleLanguage(language, lines.map(({ text }) => text).join('\n'));
  const available = durationSeconds === undefined ? [] : computeAvailableSeconds(lines, durationSeconds);
  const all = new AbortController();
  const either = AbortSignal.any([signal, all.signal]);
  const jobs = lines.map((line, index) => async (): Promise<CueSpeech> => {
    const { text, speaker } = line;
    const { speech, ...how } = speaker;
    const [previousText, nextText] = [lines[index - 1]?.text, lines[index + 1]?.text];
    const asked = { ...how, text, pronunciations, language: spokenLanguage, previousText, nextText };
    const said = await speakLine(speech, asked, either);
    const seconds = getSeconds(said.sound);
    const time = { ...line, seconds, availableSeconds: available[index] ?? Number.POSITIVE_INFINITY };
    const cueSeconds = durationSeconds === undefined ? undefined : line.startSeconds;
    return { ...said, ...placeDelivery(time, line), line: index + 1, cueSeconds, text };
  });
  const found: SpeechPart[] = [];
  const spoken = placeSpoken(passSpoken(runInOrder(jobs, speechConcurrency), found), durationSeconds);
  try {
    const first = await spoken.next();
    return reportParts(prepend(first, spoken), { found, durationSeconds, all, signal });
  } catch (error) {
    all.abort();
    throw error;
  }
}

interface CueSpeech extends LineSpeech, ReturnType<typeof placeDelivery> {
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** By the script; undefined without times. */
  readonly cueSeconds: number | undefined;
}

interface PlacedSpeech extends CueSpeech {
  readonly speed: number;
}

/** Delays a line until the one before and the pauses between them are over; lines without times come one after the other. */
async function* placeSpoken(
  lines: AsyncIterable<CueSpeech>,
  durationSeconds: number | undefined,
): AsyncGenerator<PlacedSpeech, void, undefined> {
  const usualPauseSeconds = durationSeconds === undefined ? pauseSeconds : 0;
  let freeSeconds = 0;
  for await (const line of lines) {
    const startSeconds = Math.max(line.startSeconds, freeSeconds + line.pauseBeforeSeconds);
    const { speed } = chooseSpeed(line.seconds, line.availableSeconds);
    freeSeconds = startSeconds + line.seconds / speed + line.pauseAfterSeconds + usualPauseSeconds;
    yield { ...line, startSeconds, speed: line.pace * speed };
  }
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
    const { line, cueSeconds: startSeconds, unspoken } = said;
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
  readonly durationSeconds: number | undefined;
  readonly all: AbortController;
  readonly signal: AbortSignal;
}

async function* reportParts(
  lines: AsyncIterable<PlacedSpeech>,
  { found, durationSeconds = 0, all, signal }: Reporting,
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

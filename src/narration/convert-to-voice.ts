import { setImmediate } from 'node:timers/promises';
import type { SpeechEngine, SpeechRequest } from '#engines/ports.ts';
import { placeLines } from '#media/mix/place-lines.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import type { PlainSound } from '#media/sound/channels.ts';
import { joinSpeech, type SpokenPiece } from '#media/speech/join-speech.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { speechConcurrency } from '#shared/defaults.ts';
import { refuse } from '#shared/errors.ts';
import type { Language, LanguageName } from '#shared/languages.ts';
import { maxAheadBytes } from '#shared/limits.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { type Pronunciation, pickPronunciations, respell } from '#shared/pronunciations.ts';
import type { Cue } from '#shared/script/cues.ts';
import {
  createPlacer,
  type LineDelivery,
  listAvailableSeconds,
  pauseBetweenSeconds,
  placeDelivery,
} from '#shared/script/plan-lines.ts';
import { cutAtSentences, splitLines, splitSentences } from '#shared/script/split-sentences.ts';
import { hasWords } from '#shared/script/unspoken.ts';
import { addManifests, type SpeechPart, type SpokenSound } from '#shared/speech.ts';
import { settleLanguage } from './detect-language.ts';
import { fitScript } from './fit-script.ts';
import { countSaid, requireShortWhenSaid, type Speaker, withPronunciations } from './speak-line.ts';

async function* prepend<T>(
  first: IteratorResult<T, void>,
  rest: AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  try {
    if (!first.done) yield first.value;
    yield* rest;
  } finally {
    await rest.return();
  }
}

async function* reportAtEnd<T>(source: AsyncIterable<T>, report: () => void): AsyncGenerator<T, void> {
  try {
    yield* source;
  } finally {
    report();
  }
}

/**
 * Buffer per piece of a provider's sound. A connection delivers up to 64 KiB at a time, and as much again may be queued for output.
 */
const aheadBytesOfPiece = maxAheadBytes / (2 * speechConcurrency);

export interface VoiceRequest extends Pick<SpeechRequest, 'voice' | 'manner'> {
  readonly script: string;
  readonly pronunciations?: readonly Pronunciation[] | undefined;
  /** Detected from the script if undefined. */
  readonly language?: LanguageName | undefined;
  /** Whether to report the time of each sentence, which requires decoding a provider's mp3. */
  readonly reportsCues?: boolean | undefined;
}

/**
 * Speaks a script: cut at sentence ends to the engine's limit, at most {@link speechConcurrency} pieces at once, joined in order to
 * one streamed mp3, with at most {@link maxAheadBytes} buffered.
 * A client that disconnects, or a piece that fails, stops all others.
 * @returns once the first piece is certain; if a later one fails, the stream fails with a `CodedError`
 * @throws CodedError `bad_request` for a blank script, `too_large`, errors of the engine, `client_closed`
 */
export async function convertToVoice(
  engine: SpeechEngine,
  { script, voice, manner, pronunciations = [], language, reportsCues = false }: VoiceRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<SpeechPart>> {
  requireNotCancelled(signal);
  if (script.trim() === '') throw refuse('bad_request', narrationMessages.noScript);
  requireShortWhenSaid([{ text: script, speaker: { speech: engine } }], pronunciations);
  const spokenLanguage = await settleLanguage(language, script);
  if (!hasWords(script)) throw refuse('unspeakable_script', narrationMessages.noWords);
  // A long text is looked through several times; others are served in between.
  await setImmediate();
  const speech = withPronunciations(engine, script, pronunciations);
  const unspoken = listUnspoken(speech, script, spokenLanguage);
  const picked = pickPronunciations(script, pronunciations);
  await setImmediate();
  const measure = (part: string) => countSaid(part, engine, picked);
  const texts = cutAtSentences(script, speech.maxCharacters, spokenLanguage.code, measure);
  const all = new AbortController();
  const either = AbortSignal.any([signal, all.signal]);
  const asked = { texts, voice, manner, pronunciations, language: spokenLanguage };
  const pieces = speakSideBySide(speech, asked, either);
  try {
    const first = await pieces.next();
    const options = { isSingle: texts.length === 1, reportsCues };
    const parts = joinSpeech(prepend(first, pieces), options, signal);
    async function* joinParts() {
      yield* unspoken;
      yield* parts;
    }
    return reportAtEnd(joinParts(), () => all.abort());
  } catch (error) {
    all.abort();
    throw error;
  }
}

interface Pieces extends Pick<SpeechRequest, 'voice' | 'manner' | 'language'> {
  readonly texts: readonly string[];
  readonly pronunciations: readonly Pronunciation[];
}

/** Yields the pieces in order; the next three are being spoken meanwhile. */
async function* speakSideBySide(
  speech: SpeechEngine,
  { texts, pronunciations, ...how }: Pieces,
  signal: AbortSignal,
): AsyncGenerator<SpokenPiece> {
  let begun = 0;
  const waiting: Promise<SpokenPiece>[] = [];
  const beingSpoken = new Set<Promise<unknown>>();
  const begin = (text: string) => {
    const previousText = texts[begun - 1];
    begun += 1;
    const nextText = texts[begun];
    const received = Promise.withResolvers<void>();
    beingSpoken.add(received.promise);
    received.promise.then(() => beingSpoken.delete(received.promise));
    const piece = speech.speak({ ...how, text, previousText, nextText, signal }).then(
      sound => {
        const sentences = splitSentences(text, how.language.code)
          .map(each => each.trim())
          .filter(hasWords);
        const said = sentences.map(sentence => respell(sentence, pronunciations));
        return { sound: receiveEagerly(sound, received.resolve), sentences, said };
      },
      error => {
        received.resolve();
        throw error;
      },
    );
    // A failure is thrown in its turn; until then it must not count as an unhandled rejection.
    piece.catch(() => {});
    waiting.push(piece);
  };
  while (begun < texts.length || waiting.length > 0) {
    const most = speechConcurrency - Math.max(waiting.length, beingSpoken.size);
    for (const text of texts.slice(begun, begun + Math.max(0, most))) begin(text);
    const next = waiting.shift();
    if (next) yield await next;
    else await Promise.race(beingSpoken);
  }
}

/**
 * Buffers the start of a provider's mp3 until its turn; then backpressure applies, because the client may never read. PCM is
 * generated only as it is read, so it counts as received when it was read completely.
 */
function receiveEagerly(sound: SpokenSound, reportReceived: () => void): SpokenSound {
  return sound.format === 'mp3'
    ? { ...sound, bytes: readAhead(sound.bytes, reportReceived) }
    : { ...sound, samples: reportAtEnd(sound.samples, reportReceived) };
}

function listUnspoken(speech: SpeechEngine, script: string, language: Language): SpeechPart[] {
  return splitLines(script).flatMap((line, index) => {
    const text = speech.findUnread?.(line, language).join(' ');
    return text ? [{ unspoken: { line: index + 1, text } }] : [];
  });
}

/**
 * Reads a source eagerly; pauses above a limit, which one piece may exceed.
 * @param reportReceived called once when the source ends, also on failure
 */
function readAhead(source: AsyncIterable<Uint8Array>, reportReceived: () => void): AsyncIterable<Uint8Array> {
  const pieces = reportAtEnd(source, reportReceived);
  let failure: { readonly error: unknown } | undefined;
  const ahead = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await pieces.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          // Thrown behind what came before it: a stream that fails drops that.
          failure = { error };
          controller.close();
        }
      },
      cancel: () => void pieces.return().catch(() => undefined),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: aheadBytesOfPiece }),
  );
  async function* pass() {
    yield* ahead;
    if (failure) throw failure.error;
  }
  return pass();
}

interface LineToVoice extends Cue, LineDelivery {
  readonly speaker: Speaker;
}

interface LinesVoiceRequest {
  /** In time order. */
  readonly lines: readonly LineToVoice[];
  /** Detected from the texts if undefined. */
  readonly language?: LanguageName | undefined;
  readonly pronunciations?: readonly Pronunciation[] | undefined;
  /** Of the video; undefined for lines without times, which follow one another with a pause of 0.4 s. */
  readonly durationSeconds?: number | undefined;
}

/**
 * Speaks lines as {@link fitScript}, without shortening any, each placed at its time, with its pace and pauses, in a sound as long as the
 * video. A line that cannot be spoken is left out.
 * @returns once the first line is certain; the sound as mp3, each line's actual times, unspoken text, the duration
 * @throws CodedError as `fitScript`
 */
export async function convertLinesToVoice(
  request: LinesVoiceRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<SpeechPart>> {
  const unspoken: SpeechPart[] = [];
  const spoken = placeSpoken(request, unspoken, signal);
  const lines = prepend(await spoken.next(), spoken);
  return reportParts(lines, unspoken, { durationSeconds: request.durationSeconds ?? 0, signal });
}

interface PlacedSpeech {
  readonly text: string;
  readonly startSeconds: number;
  readonly sound: PlainSound;
  readonly speed: number;
  readonly manifests: readonly Uint8Array[];
}

async function* placeSpoken(
  { lines, durationSeconds, ...asked }: LinesVoiceRequest,
  unspoken: SpeechPart[],
  signal: AbortSignal,
): AsyncGenerator<PlacedSpeech, void> {
  const hasTimes = durationSeconds !== undefined;
  const available = listAvailableSeconds(lines, durationSeconds);
  const place = createPlacer({ pauseSeconds: hasTimes ? 0 : pauseBetweenSeconds });
  const getSpeaker = (index: number) => (lines[index] as LineToVoice).speaker;
  const fit = { ...asked, cues: lines, durationSeconds, getSpeaker };
  for await (const step of fitScript(undefined, fit, signal)) {
    if (!('line' in step)) continue;
    const { index, startSeconds, text, seconds, sound, manifests, ...said } = step.line;
    if (said.unspoken)
      unspoken.push({
        unspoken: { line: index + 1, startSeconds: hasTimes ? startSeconds : undefined, text: said.unspoken },
      });
    if (sound.samples.length === 0) continue;
    const time = { startSeconds, seconds, availableSeconds: available[index] ?? 0 };
    const { line, ...placed } = place(placeDelivery(time, lines[index] ?? {}));
    yield { text, sound, manifests, startSeconds: placed.startSeconds, speed: line.pace * placed.speed };
  }
}

async function* reportParts(
  lines: AsyncIterable<PlacedSpeech>,
  found: SpeechPart[],
  { durationSeconds, signal }: { readonly durationSeconds: number; readonly signal: AbortSignal },
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
  for await (const mp3 of encodeMp3(placeLines(noteTexts(), { durationSeconds, noteLine, signal }))) {
    yield { mp3, manifests };
    yield* found.splice(0);
  }
  yield* found.splice(0);
  yield { seconds };
}

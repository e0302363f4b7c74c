import { untilCancelled } from '#shared/async/until-cancelled.ts';
import { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import { matchSentences } from '#shared/script/match-sentences.ts';
import { quote } from '#shared/script/unspoken.ts';
import { addManifests, type SpeechPart, type SpokenSound } from '#shared/speech.ts';
import { createMp3Decoder, readPlain } from '../mp3/decode-mp3.ts';
import { encodeMp3 } from '../mp3/encode-mp3.ts';
import type { PlainSound } from '../sound/plain-sound.ts';
import { createLoudnessTrack, findSentences, type LoudnessTrack } from './find-sentences.ts';

/** Speech of a part of a script, with its sentences; none blank. */
export interface SpokenPiece {
  readonly sound: SpokenSound;
  readonly sentences: readonly string[];
  /** The same as they are respelled for the voice; undefined if they are spoken as they are written. */
  readonly said?: readonly string[] | undefined;
}

export interface JoinOptions {
  /** There is at most one piece. Given, because waiting for a second one would delay the first. */
  readonly isSingle: boolean;
  /** Whether to find the time of each sentence, for which even a single mp3 is decoded. */
  readonly reportsCues: boolean;
}

/**
 * Joins pieces of speech to one mp3 without gaps, streamed. A single mp3 passes through unchanged; several are decoded and encoded
 * once. Every source is closed in all cases.
 * @returns mp3 bytes; with `reportsCues`, the times of a piece's sentences after its bytes, and the duration at the end
 * @throws CodedError of a piece, `client_closed` when the signal fires, `provider_garbage` for an mp3 without sound
 */
export async function* joinSpeech(
  pieces: AsyncIterable<SpokenPiece>,
  { isSingle, reportsCues }: JoinOptions,
  signal: AbortSignal,
): AsyncGenerator<SpeechPart, void, undefined> {
  const source = untilCancelled(pieces, signal);
  /** Taken from the source, but not begun. */
  const waiting: SpokenPiece[] = [];
  const takeNext = async () => {
    const next = await source.next();
    if (!next.done) waiting.push(next.value);
    return !next.done;
  };
  const times = reportsCues ? createSentenceTimes() : undefined;
  const manifests: Uint8Array[] = [];
  try {
    await takeNext();
    const [first] = waiting;
    if (isSingle && first?.sound.format === 'mp3') {
      waiting.pop();
      yield* passMp3(first, untilCancelled(first.sound.bytes, signal), times);
    } else {
      for await (const mp3 of encodeMp3(readPieces(waiting, takeNext, { times, manifests, signal }))) {
        yield { mp3, manifests };
        yield* times?.takeCues() ?? [];
      }
    }
    if (times) yield { seconds: times.seconds };
  } catch (error) {
    if (error instanceof CodedError) throw error;
    throw new CodedError('internal', {
      message: fill(videoOutputMessages.soundFailed),
      cause: error,
    });
  } finally {
    await source.return();
    for (const { sound } of waiting) await getParts(sound)[Symbol.asyncIterator]().return?.();
  }
}

/** Passes an mp3 on unchanged, and decodes it if sentence times are wanted. */
async function* passMp3(
  piece: SpokenPiece,
  bytes: AsyncIterable<Uint8Array>,
  times: SentenceTimes | undefined,
): AsyncGenerator<SpeechPart, void, undefined> {
  const decoder = times && (await createMp3Decoder());
  const track = times?.begin();
  try {
    for await (const mp3 of bytes) {
      yield { mp3 };
      for (const sound of decoder?.add(mp3) ?? []) track?.add(sound);
    }
    if (!times || !decoder) return;
    for (const sound of decoder.finish()) track?.add(sound);
    times.end(piece, decoder.cutUnnamedSeconds);
    yield* times.takeCues();
  } finally {
    decoder?.free();
  }
}

/** Of each hundredth of a second: -60 dB. */
const silenceLevel = 0.001;

interface ReadOptions {
  readonly times: SentenceTimes | undefined;
  /** Receives those of the pieces. */
  readonly manifests: Uint8Array[];
  readonly signal: AbortSignal;
}

async function* readPieces(
  waiting: SpokenPiece[],
  takeNext: () => Promise<boolean>,
  { times, manifests, signal }: ReadOptions,
): AsyncGenerator<PlainSound, void, undefined> {
  while (waiting.length > 0 || (await takeNext())) {
    const piece = waiting.shift();
    if (!piece) continue;
    const track = times?.begin();
    for await (const sound of readPlain(piece.sound, signal)) {
      track?.add(sound);
      addManifests(manifests, piece.sound.manifests);
      yield sound;
    }
    times?.end(piece);
  }
}

function getParts(sound: SpokenSound): AsyncIterable<unknown> {
  return sound.format === 'mp3' ? sound.bytes : sound.samples;
}

/** Collects the times of all sentences in the whole. */
interface SentenceTimes {
  /** Starts a piece; the caller adds its sound to the result. */
  begin(): LoudnessTrack;
  /** @param lateSeconds sound that a player plays before it */
  end(piece: SpokenPiece, lateSeconds?: number): void;
  /** The new times since the last call. */
  takeCues(): SpeechPart[];
  readonly seconds: number;
}

function createSentenceTimes(): SentenceTimes {
  let found: SpeechPart[] = [];
  let seconds = 0;
  let track = createLoudnessTrack();
  return {
    begin() {
      track = createLoudnessTrack();
      return track;
    },
    end({ sound, sentences, said }, lateSeconds = 0) {
      if (sentences.length > 0 && track.levels.every(level => level < silenceLevel))
        throw new CodedError('provider_garbage', {
          message: fill(engineMessages.silentSound, { text: quote(sentences.join(' ')) }),
          loggedMessage: `a piece of ${track.seconds.toFixed(2)} s is silent`,
        });
      const cues = sound.cues
        ? matchSentences(sentences, sound.cues, said)
        : findSentences(track, sentences, weighSentence);
      const from = seconds + lateSeconds;
      for (const cue of cues) found.push({ cue: shift(cue, from) });
      seconds = from + track.seconds;
    },
    takeCues() {
      const taken = found;
      found = [];
      return taken;
    },
    get seconds() {
      return seconds;
    },
  };
}

function shift(cue: SpokenCue, seconds: number): SpokenCue {
  return { ...cue, startSeconds: cue.startSeconds + seconds, endSeconds: cue.endSeconds + seconds };
}

/** Relative duration of a sentence: a number is several words, and so is a Chinese character. */
function weighSentence(sentence: string): number {
  const figures = sentence.match(/\p{N}/gu)?.length ?? 0;
  const whole = sentence.match(/[\p{Script=Han}\p{Script=Hangul}]/gu)?.length ?? 0;
  const pauses = sentence.match(/[,;:、，；：،؛—–]/gu)?.length ?? 0;
  return sentence.length + 4 * figures + 2 * whole + 3 * pauses;
}

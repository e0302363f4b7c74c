import { untilCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import { matchSentences } from '#shared/script/match-sentences.ts';
import { quote } from '#shared/script/unspoken.ts';
import { addManifests, type SpeechPart, type SpokenSound } from '#shared/speech.ts';
import { createMp3Decoder, readPlain } from '../mp3/decode-mp3.ts';
import { encodeMp3 } from '../mp3/encode-mp3.ts';
import type { PlainSound } from '../sound/channels.ts';

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
): AsyncGenerator<SpeechPart> {
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
  async function* readPieces(): AsyncGenerator<PlainSound> {
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
  try {
    await takeNext();
    const [first] = waiting;
    if (isSingle && first?.sound.format === 'mp3') {
      waiting.pop();
      yield* passMp3(first, untilCancelled(first.sound.bytes, signal), times);
    } else {
      for await (const mp3 of encodeMp3(readPieces())) {
        yield { mp3, manifests };
        yield* times?.takeCues() ?? [];
      }
    }
    if (times) yield { seconds: times.seconds };
  } catch (error) {
    if (error instanceof CodedError) throw error;
    throw new CodedError('internal', { message: fill(videoOutputMessages.soundFailed), cause: error });
  } finally {
    await source.return();
    for (const { sound } of waiting) {
      const parts: AsyncIterable<unknown> = sound.format === 'mp3' ? sound.bytes : sound.samples;
      await parts[Symbol.asyncIterator]().return?.();
    }
  }
}

/** Passes an mp3 on unchanged, and decodes it if sentence times are wanted. */
async function* passMp3(
  piece: SpokenPiece,
  bytes: AsyncIterable<Uint8Array>,
  times: SentenceTimes | undefined,
): AsyncGenerator<SpeechPart> {
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

type SentenceTimes = ReturnType<typeof createSentenceTimes>;

function createSentenceTimes() {
  let found: SpeechPart[] = [];
  let seconds = 0;
  let track = createLoudnessTrack();
  return {
    /** Starts a piece; the caller adds its sound to the result. */
    begin(): LoudnessTrack {
      track = createLoudnessTrack();
      return track;
    },
    /** @param lateSeconds sound that a player plays before it */
    end({ sound, sentences, said }: SpokenPiece, lateSeconds = 0): void {
      if (sentences.length > 0 && track.levels.every(level => level < silenceLevel))
        throw new CodedError('provider_garbage', {
          message: fill(engineMessages.silentSound, { text: quote(sentences.join(' ')) }),
          loggedMessage: `a piece of ${track.seconds.toFixed(2)} s is silent`,
        });
      const cues = sound.cues ? matchSentences(sentences, sound.cues, said) : findSentences(track, sentences);
      const from = seconds + lateSeconds;
      for (const cue of cues) {
        const [startSeconds, endSeconds] = [cue.startSeconds + from, cue.endSeconds + from];
        found.push({ cue: { ...cue, startSeconds, endSeconds } });
      }
      seconds = from + track.seconds;
    },
    takeCues(): SpeechPart[] {
      const taken = found;
      found = [];
      return taken;
    },
    get seconds(): number {
      return seconds;
    },
  };
}

/** Relative duration of a sentence: a number is several words, and so is a Chinese character. */
function weighSentence(sentence: string): number {
  const figures = sentence.match(/\p{N}/gu)?.length ?? 0;
  const whole = sentence.match(/[\p{Script=Han}\p{Script=Hangul}]/gu)?.length ?? 0;
  const pauses = sentence.match(/[,;:、，；：،؛—–]/gu)?.length ?? 0;
  return sentence.length + 4 * figures + 2 * whole + 3 * pauses;
}

/** Below this share of the loud parts are pauses and breath (-30 dB). */
const speechShare = 0.03;
/** Absolute silence (-66 dB). */
const silence = 0.0005;
/** Sound louder than a gap's quietest part by this factor belongs to a word. */
const aboveQuiet = 1.3;
/** Shorter gaps are within words, before a p or a t. */
const shortestPauseSeconds = 0.08;
/** Longer pauses count no more than this. */
const plainPauseSeconds = 0.5;
/** A pause of that length outweighs a position this many times less likely. */
const pauseReward = 4;
/** Expected deviation of a sentence's duration from its share of the text, relative and in seconds. */
const lengthSpread = { share: 0.25, seconds: 0.25 } as const;
/** If there are too few pauses, a sentence may start at each of these steps. */
const fillSeconds = 0.25;

type Gap = { readonly fromSeconds: number; readonly untilSeconds: number };

/**
 * Finds the times of sentences in speech by the pauses: chooses the assignment where long pauses end sentences and each sentence
 * lasts about its share of the text.
 * @param sentences in order; none blank
 */
function findSentences(track: LoudnessTrack, sentences: readonly string[]): SpokenCue[] {
  if (sentences.length === 0) return [];
  const audible = findAudible(track);
  const weights = sentences.map(weighSentence);
  const gaps = sentences.length === 1 ? [] : listGaps(track, audible, sentences.length);
  const ends = chooseGaps(gaps, audible, weights).map(gap => narrowGap(track, gap));
  return sentences.map((text, index) => ({
    text,
    startSeconds: ends[index - 1]?.untilSeconds ?? audible.fromSeconds,
    endSeconds: ends[index]?.fromSeconds ?? audible.untilSeconds,
  }));
}

/** From the first to the last sound; everything if there is none. */
function findAudible(track: LoudnessTrack): Gap {
  const level = findSpeechLevel(track.levels);
  const first = track.levels.findIndex(each => each > level);
  const last = track.levels.findLastIndex(each => each > level);
  if (first < 0) return { fromSeconds: 0, untilSeconds: track.seconds };
  return {
    fromSeconds: first * trackStepSeconds,
    untilSeconds: Math.min(track.seconds, (last + 1) * trackStepSeconds),
  };
}

/** Words fade out below the threshold: narrows a gap to its quietest part. */
function narrowGap({ levels }: LoudnessTrack, gap: Gap): Gap {
  let from = Math.round(gap.fromSeconds / trackStepSeconds);
  let until = Math.round(gap.untilSeconds / trackStepSeconds);
  const within = levels.slice(from, until).toSorted((one, other) => one - other);
  const quiet = (within[Math.floor(within.length / 4)] ?? 0) * aboveQuiet + silence;
  while (from < until - 1 && (levels[from] ?? 0) > quiet) from++;
  while (until > from + 1 && (levels[until - 1] ?? 0) > quiet) until--;
  return { fromSeconds: from * trackStepSeconds, untilSeconds: until * trackStepSeconds };
}

function findSpeechLevel(levels: readonly number[]): number {
  const loud = levels.toSorted((one, other) => one - other)[Math.floor(levels.length * 0.9)] ?? 0;
  return Math.max(silence, loud * speechShare);
}

function listGaps(track: LoudnessTrack, audible: Gap, needed: number): Gap[] {
  const level = findSpeechLevel(track.levels);
  const gaps: Gap[] = [];
  let quietFrom: number | undefined;
  for (const [at, loudness] of track.levels.entries()) {
    if (loudness <= level) quietFrom ??= at;
    else {
      const gap = { fromSeconds: (quietFrom ?? at) * trackStepSeconds, untilSeconds: at * trackStepSeconds };
      if (lengthOf(gap) >= shortestPauseSeconds && gap.fromSeconds >= audible.fromSeconds) gaps.push(gap);
      quietFrom = undefined;
    }
  }
  return gaps.length >= needed - 1 ? gaps : fillUp(gaps, audible);
}

function fillUp(gaps: readonly Gap[], audible: Gap): Gap[] {
  const count = Math.floor(lengthOf(audible) / fillSeconds);
  const even = Array.from({ length: Math.max(0, count - 1) }, (_, index) => {
    const at = audible.fromSeconds + (index + 1) * fillSeconds;
    return { fromSeconds: at, untilSeconds: at };
  });
  return [...gaps, ...even].toSorted((one, other) => one.fromSeconds - other.fromSeconds);
}

function lengthOf({ fromSeconds, untilSeconds }: Gap): number {
  return untilSeconds - fromSeconds;
}

/** A partial assignment whose last sentence ends in a gap, with its unlikelihood. */
interface Assignment {
  readonly gap: Gap;
  readonly at: number;
  readonly cost: number;
  readonly before: Assignment | undefined;
}

/** Beam width; the best assignment is hardly ever worse than this many others for a while. */
const beamWidth = 40;
/** Gaps further away than this many deviations are ignored once one was found. */
const reach = 6;

/** The gap after each sentence but the last, by beam search. */
function chooseGaps(gaps: readonly Gap[], audible: Gap, weights: readonly number[]): Gap[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const perWeight = lengthOf(audible) / total;
  if (gaps.length < weights.length - 1) return distribute(audible, weights, perWeight);
  const end: Gap = { fromSeconds: audible.untilSeconds, untilSeconds: audible.untilSeconds };
  const start: Gap = { fromSeconds: audible.fromSeconds, untilSeconds: audible.fromSeconds };
  let assignments: Assignment[] = [{ gap: start, at: -1, cost: 0, before: undefined }];
  for (const [sentence, weight] of weights.slice(0, -1).entries()) {
    // Each later sentence needs a gap, too.
    const lastPlace = gaps.length - (weights.length - 1 - sentence);
    const best = new Map<number, Assignment>();
    for (const assignment of assignments) {
      for (const next of listNext(assignment, gaps, weight * perWeight, lastPlace))
        if (next.cost < (best.get(next.at)?.cost ?? Number.POSITIVE_INFINITY)) best.set(next.at, next);
    }
    assignments = [...best.values()].toSorted((one, other) => one.cost - other.cost).slice(0, beamWidth);
  }
  const lastExpected = (weights.at(-1) ?? 0) * perWeight;
  const finished = assignments.map(assignment => ({
    assignment,
    cost: assignment.cost + computeCost(assignment.gap, end, lastExpected),
  }));
  const chosen: Gap[] = [];
  const likeliest = finished.toSorted((one, other) => one.cost - other.cost)[0]?.assignment;
  for (let assignment = likeliest; assignment && assignment.at >= 0; assignment = assignment.before)
    chosen.unshift(assignment.gap);
  return chosen;
}

function* listNext(
  assignment: Assignment,
  gaps: readonly Gap[],
  expected: number,
  lastPlace: number,
): Generator<Assignment> {
  for (let at = assignment.at + 1; at <= lastPlace; at++) {
    const gap = gaps[at];
    if (!gap) return;
    yield { gap, at, cost: assignment.cost + computeCost(assignment.gap, gap, expected), before: assignment };
    if (gap.fromSeconds - assignment.gap.untilSeconds > expected + reach * computeSpread(expected)) return;
  }
}

function computeSpread(expected: number): number {
  return expected * lengthSpread.share + lengthSpread.seconds;
}

function computeCost(from: Gap, until: Gap, expected: number): number {
  const deviation = (until.fromSeconds - from.untilSeconds - expected) / computeSpread(expected);
  return deviation ** 2 - pauseReward * Math.min(1, lengthOf(until) / plainPauseSeconds);
}

/** For sound too short for its sentences: each gets its share. */
function distribute(audible: Gap, weights: readonly number[], perWeight: number): Gap[] {
  let at = audible.fromSeconds;
  return weights.slice(0, -1).map(weight => {
    at += weight * perWeight;
    return { fromSeconds: at, untilSeconds: at };
  });
}

/** Twice the precision of the reported times. */
const trackStepSeconds = 0.01;

type LoudnessTrack = ReturnType<typeof createLoudnessTrack>;

function createLoudnessTrack() {
  /** Root mean square of each step, 0 to 1; the last step may be shorter. */
  const levels: number[] = [];
  let seconds = 0;
  let energy = 0;
  let count = 0;
  return {
    add({ samples, sampleRateHz }: PlainSound): void {
      // A plain loop for speed: it handles every sample.
      for (let at = 0; at < samples.length; at++) {
        energy += (samples[at] ?? 0) ** 2;
        count++;
        if (seconds + (at + 1) / sampleRateHz < (levels.length + 1) * trackStepSeconds) continue;
        levels.push(Math.sqrt(energy / count));
        energy = 0;
        count = 0;
      }
      seconds += samples.length / sampleRateHz;
    },
    levels,
    get seconds(): number {
      return seconds;
    },
  };
}

import { z } from 'zod';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { groupWords } from '#shared/transcript/group-words.ts';
import type { Heard, HeardSegment } from '#shared/transcript/heard.ts';
import type { Usage } from '../ports.ts';
import {
  nameField,
  readTimes,
  saidField,
  secondsField,
  toHeard,
  toWholeSegment,
} from '../provider/to-heard.ts';
import { listOf } from '../provider/written-text.ts';

const count = z.number().nullish().catch(undefined);
const times = { start: secondsField, end: secondsField };
/** WhisperX has no times for numbers; LocalAI calls the word a text. */
const wordSchema = z.union([
  z.object({ word: saidField, ...times }).transform(({ word: text, start, end }) => ({ text, start, end })),
  z.object({ text: saidField, ...times }),
]);
const wordsField = listOf(wordSchema).nullish().catch(undefined);

const segmentSchema = z.object({
  ...times,
  text: saidField,
  speaker: nameField,
  /** Mistral's name for it. */
  speaker_id: nameField,
  avg_logprob: count,
  compression_ratio: count,
  /** Of Speaches and whisper.cpp; elsewhere they are beside the segments. */
  words: wordsField,
});

/**
 * `json`, `verbose_json` and `diarized_json` of OpenAI (its API reference, "Create transcription"), Groq
 * (console.groq.com/docs/speech-to-text), Mistral (docs.mistral.ai/api/endpoint/audio/transcriptions), Speaches 0.9, vLLM 2026
 * (entrypoints/openai/speech_to_text) and whisper.cpp (examples/server).
 */
export const transcriptionSchema = z
  .object({
    text: nameField,
    language: nameField,
    languages: listOf(z.object({ code: z.string() }))
      .nullish()
      .catch(undefined),
    segments: listOf(segmentSchema).nullish().catch(undefined),
    words: wordsField,
    usage: z
      .object({
        seconds: count,
        input_tokens: count,
        output_tokens: count,
        input_token_details: z.object({ audio_tokens: count }).nullish().catch(undefined),
        prompt_audio_seconds: count,
      })
      .nullish()
      .catch(undefined),
  })
  .refine(({ text, segments, words }) => typeof text === 'string' || segments?.length || words?.length);

type Transcription = z.output<typeof transcriptionSchema>;
type Segment = Omit<z.output<typeof segmentSchema>, 'start' | 'end'> & TimeSpan;

export function readTranscription(answer: Transcription, durationSeconds: number): Heard {
  const { language, languages } = answer;
  const text = answer.text ?? '';
  const whole = { startSeconds: 0, endSeconds: durationSeconds };
  const segments = readTimes((answer.segments ?? []).map(takeWordTimes), whole);
  const words = readTimes(answer.words ?? [], whole);
  const assigned = assignWords(segments, words);
  const heard =
    segments.length > 0
      ? segments.map(segment => toSegment(segment, assigned.get(segment)))
      : words.length > 0
        ? groupWords(text, words)
        : [toWholeSegment(text, durationSeconds)];
  return toHeard(heard, durationSeconds, language ?? languages?.[0]?.code);
}

/** A segment without times has those of its words. */
function takeWordTimes(segment: z.output<typeof segmentSchema>): z.output<typeof segmentSchema> {
  const start = segment.start ?? segment.words?.find(word => word.start !== undefined)?.start;
  const end = segment.end ?? segment.words?.findLast(word => word.end !== undefined)?.end;
  return { ...segment, start, end };
}

function toSegment(
  { speaker, speaker_id, avg_logprob, compression_ratio, words: own, ...cue }: Segment,
  words: readonly SpokenCue[] | undefined,
): HeardSegment {
  const isMeasured = typeof avg_logprob === 'number' && compression_ratio !== -1;
  return {
    ...cue,
    speaker: speaker ?? speaker_id ?? undefined,
    // vLLM writes -1 for what it does not measure.
    confidence: isMeasured ? Math.exp(avg_logprob) : undefined,
    words: own ? joinPieces(readTimes(own, cue)) : words,
  };
}

/** Each word belongs to the segment around its middle; of several to the one that began last, so that it is said once. */
function assignWords(segments: readonly Segment[], words: readonly SpokenCue[]) {
  const assigned = new Map(segments.map(segment => [segment, [] as SpokenCue[]]));
  const coming = segments.toSorted((one, other) => other.startSeconds - one.startSeconds);
  const open: Segment[] = [];
  const middle = ({ startSeconds, endSeconds }: SpokenCue) => (startSeconds + endSeconds) / 2;
  for (const word of words.toSorted((one, other) => middle(one) - middle(other))) {
    const at = middle(word);
    for (let next = coming.at(-1); next && next.startSeconds <= at; next = coming.at(-1)) {
      open.push(next);
      coming.pop();
    }
    while ((open.at(-1)?.endSeconds ?? at + 1) <= at) open.pop();
    const segment = open.at(-1);
    if (segment) assigned.get(segment)?.push(word);
  }
  return assigned;
}

/** whisper.cpp lists tokens, and a space starts a word. */
function joinPieces(pieces: readonly SpokenCue[]): SpokenCue[] {
  const hasSpaces = pieces.some(({ text }) => text.startsWith(' '));
  const words: SpokenCue[] = [];
  for (const piece of pieces) {
    const last = words.at(-1);
    if (!last || !hasSpaces || piece.text.startsWith(' ')) words.push(piece);
    else words[words.length - 1] = { ...last, endSeconds: piece.endSeconds, text: last.text + piece.text };
  }
  return words;
}

/** Tokens if the provider charges for them, else seconds. */
export function countTranscription({ usage }: Transcription, durationSeconds: number): Partial<Usage> {
  const seconds = usage?.seconds ?? usage?.prompt_audio_seconds;
  if (typeof usage?.input_tokens !== 'number' || typeof seconds === 'number')
    return { soundSeconds: seconds ?? durationSeconds };
  const sound = usage.input_token_details?.audio_tokens ?? usage.input_tokens;
  return {
    soundTokensIn: sound,
    textTokensIn: usage.input_tokens - sound,
    textTokensOut: usage.output_tokens ?? undefined,
  };
}

import { z } from 'zod';
import type { SpokenCue } from '#shared/script/cues.ts';
import { groupWords } from '#shared/transcript/group-words.ts';
import type { Heard, HeardSegment } from '#shared/transcript/heard.ts';
import type { Usage } from '../ports.ts';
import { toHeard, toWholeSegment } from '../provider/to-heard.ts';
import { listOf } from '../provider/written-text.ts';

const count = z.number().nullish().catch(undefined);
const name = z.string().nullish().catch(undefined);
const wordSchema = z.object({ word: z.string(), start: z.number(), end: z.number() });

const segmentSchema = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  speaker: name,
  /** Mistral's name for it. */
  speaker_id: name,
  avg_logprob: count,
  compression_ratio: count,
  /** Of Speaches and whisper.cpp; elsewhere they are beside the segments. */
  words: listOf(wordSchema).nullish().catch(undefined),
});

/**
 * `json`, `verbose_json` and `diarized_json` of OpenAI (its API reference, "Create transcription"), Groq
 * (console.groq.com/docs/speech-to-text), Mistral (docs.mistral.ai/api/endpoint/audio/transcriptions), Speaches 0.9, vLLM 2026
 * (entrypoints/openai/speech_to_text) and whisper.cpp (examples/server).
 */
export const transcriptionSchema = z.object({
  text: z.string(),
  language: name,
  languages: listOf(z.object({ code: z.string() }))
    .nullish()
    .catch(undefined),
  segments: listOf(segmentSchema).nullish(),
  words: listOf(wordSchema).nullish(),
  usage: z
    .object({
      seconds: count,
      input_tokens: count,
      output_tokens: count,
      input_token_details: z.object({ audio_tokens: count }).nullish(),
      prompt_audio_seconds: count,
    })
    .nullish()
    .catch(undefined),
});

type Transcription = z.output<typeof transcriptionSchema>;
type Segment = z.output<typeof segmentSchema>;
type Word = z.output<typeof wordSchema>;

export function readTranscription(answer: Transcription, durationSeconds: number): Heard {
  const { text, language, languages, segments, words } = answer;
  const spoken = (words ?? []).map(toCue);
  const assigned = assignWords(segments ?? [], spoken);
  const heard = segments?.length
    ? segments.map(segment => toSegment(segment, assigned.get(segment)))
    : spoken.length > 0
      ? groupWords(text, spoken)
      : [toWholeSegment(text, durationSeconds)];
  return toHeard(heard, durationSeconds, language ?? languages?.[0]?.code);
}

function toSegment(segment: Segment, words: readonly SpokenCue[] | undefined): HeardSegment {
  const { start, end, text, speaker, speaker_id, avg_logprob, compression_ratio } = segment;
  const isMeasured = typeof avg_logprob === 'number' && compression_ratio !== -1;
  return {
    startSeconds: start,
    endSeconds: end,
    text,
    speaker: speaker ?? speaker_id ?? undefined,
    // vLLM writes -1 for what it does not measure.
    confidence: isMeasured ? Math.exp(avg_logprob) : undefined,
    words: segment.words ? joinPieces(segment.words) : words,
  };
}

/** Each word belongs to the segment around its middle; of several to the one that began last, so that it is said once. */
function assignWords(segments: readonly Segment[], words: readonly SpokenCue[]) {
  const assigned = new Map(segments.map(segment => [segment, [] as SpokenCue[]]));
  const coming = segments.toSorted((one, other) => other.start - one.start);
  const open: Segment[] = [];
  const middle = ({ startSeconds, endSeconds }: SpokenCue) => (startSeconds + endSeconds) / 2;
  for (const word of words.toSorted((one, other) => middle(one) - middle(other))) {
    const at = middle(word);
    for (let next = coming.at(-1); next && next.start <= at; next = coming.at(-1)) {
      open.push(next);
      coming.pop();
    }
    while ((open.at(-1)?.end ?? at + 1) <= at) open.pop();
    const segment = open.at(-1);
    if (segment) assigned.get(segment)?.push(word);
  }
  return assigned;
}

/** whisper.cpp lists tokens, and a space starts a word. */
function joinPieces(pieces: readonly Word[]): SpokenCue[] {
  const hasSpaces = pieces.some(({ word }) => word.startsWith(' '));
  const words: SpokenCue[] = [];
  for (const piece of pieces) {
    const last = words.at(-1);
    if (!last || !hasSpaces || piece.word.startsWith(' ')) words.push(toCue(piece));
    else words[words.length - 1] = { ...last, endSeconds: piece.end, text: last.text + piece.word };
  }
  return words;
}

function toCue({ word, start, end }: Word): SpokenCue {
  return { startSeconds: start, endSeconds: end, text: word };
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

import { APIError } from 'openai';
import type { TranscriptionCreateParamsNonStreaming } from 'openai/resources/audio/transcriptions';
import { z } from 'zod';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import type { Heard, HeardSegment } from '#shared/transcript/heard.ts';
import { groupWords } from '#shared/transcript/to-transcript.ts';
import type { TranscriptionEngine, TranscriptionRequest, Usage } from '../ports.ts';
import { toSoundError } from '../provider/failure.ts';
import {
  nameField,
  readTimes,
  saidField,
  secondsField,
  toHeard,
  toWholeSegment,
} from '../provider/to-heard.ts';
import { listOf, optional, readAnswer } from '../provider/written-text.ts';
import type { ChosenModel, ModelChoice } from './choose-model.ts';
import { answerKinds, clientAt, connect, findRefusalReason, meansGone } from './connect.ts';
import type { Server } from './server.ts';

const count = optional(z.number());
const times = { start: secondsField, end: secondsField };
/** WhisperX has no times for numbers; LocalAI calls the word a text. */
const wordSchema = z.union([
  z.object({ word: saidField, ...times }).transform(({ word: text, start, end }) => ({ text, start, end })),
  z.object({ text: saidField, ...times }),
]);
const wordsField = optional(listOf(wordSchema));

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
    languages: optional(listOf(z.object({ code: z.string() }))),
    segments: optional(listOf(segmentSchema)),
    words: wordsField,
    usage: optional(
      z.object({
        seconds: count,
        input_tokens: count,
        output_tokens: count,
        input_token_details: optional(z.object({ audio_tokens: count })),
        prompt_audio_seconds: count,
      }),
    ),
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

function countTranscription({ usage }: Transcription, durationSeconds: number): Partial<Usage> {
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

/** vLLM takes ten minutes; a slow local server answers within the time-out. */
const timedSeconds = 300;
/** Without times, the caller's cuts at pauses are the only ones. */
const plainSeconds = 30;

type Form = (language: string | undefined) => object;

const plain: Form = language => ({ response_format: 'json', language });

/** OpenAI refuses other formats: developers.openai.com/api/docs/guides/speech-to-text. */
const timeless = /^(?:openai\/)?gpt-(?:4o-)?(?:mini-)?transcribe(?!-diarize)/u;

/**
 * What a model may be asked for, richest first; a server refuses what it does not know.
 * Mistral: docs.mistral.ai/api/endpoint/audio/transcriptions, which takes no language beside timestamps, and no words since
 * Voxtral 3 (docs.mistral.ai/studio/audio/migrate-from-voxtral-2).
 */
function listForms(model: string): readonly [Form, ...Form[]] {
  if (/gpt-transcribe/u.test(model))
    return [language => ({ response_format: 'json', languages: language && [language] }), plain];
  if (timeless.test(model)) return [plain];
  const verbose =
    (...granularities: readonly string[]): Form =>
    language => ({
      response_format: 'verbose_json',
      timestamp_granularities: granularities,
      language,
    });
  const timed = [verbose('word', 'segment'), verbose('segment'), plain] as const;
  if (model.includes('diarize'))
    return [
      language => ({ response_format: 'diarized_json', chunking_strategy: 'auto', language }),
      ...timed,
    ];
  if (/voxtral/iu.test(model))
    return [() => ({ timestamp_granularities: 'segment', diarize: true }), ...timed];
  return timed;
}

/**
 * Transcribes with OpenAI, Groq, Mistral, Speaches, LocalAI, vLLM or whisper.cpp (`--inference-path /v1/audio/transcriptions`), which
 * share an endpoint. The richest answer that a model gives is remembered.
 */
export function createTranscription(server: Server, choice: ModelChoice): TranscriptionEngine {
  const connection = connect(server.access, answerKinds.json);
  const { providerName, mapError } = connection;
  const accepted = new Map<string, number>();
  const untimed = new Set<string>();

  async function transcribe(request: TranscriptionRequest): Promise<Heard> {
    const { durationSeconds, noteUsage, signal } = request;
    const chosen = await choice.require(signal);
    let usage: Partial<Usage> = { soundSeconds: durationSeconds };
    let isFree = false;
    try {
      const answer = readAnswer(transcriptionSchema, await ask(chosen, request));
      usage = countTranscription(answer, durationSeconds);
      if (!answer.segments && !answer.words) untimed.add(chosen.name);
      return readTranscription(answer, durationSeconds);
    } catch (error) {
      const mapped = mapError(error, signal);
      isFree = mapped.costsNothing;
      if (meansGone(mapped)) choice.reject(chosen.name);
      throw toSoundError(mapped);
    } finally {
      if (!isFree) noteUsage?.({ provider: providerName, model: chosen.name, ...usage });
    }
  }

  async function ask({ name, apiUrl }: ChosenModel, request: TranscriptionRequest): Promise<unknown> {
    const { mp3, signal } = request;
    const found = await server.find(signal);
    // whisper.cpp, which has no list, takes everything for English unless told otherwise.
    const isListed = found.kind !== 'found' || found.listing.models !== undefined;
    const language = request.language?.code ?? (isListed ? undefined : 'auto');
    const forms = listForms(name);
    for (let at = accepted.get(name) ?? 0; ; at += 1) {
      const form = forms[at] ?? plain;
      const file = new File([mp3], 'sound.mp3', { type: 'audio/mpeg' });
      // The SDK's type has no fields of other servers.
      const body = { model: name, file, ...form(language) } as TranscriptionCreateParamsNonStreaming;
      try {
        const answer = await clientAt(connection, apiUrl).audio.transcriptions.create(body, { signal });
        accepted.set(name, at);
        return answer;
      } catch (error) {
        if (at >= forms.length - 1 || !mayBeForm(error)) throw error;
      }
    }
  }

  return {
    provider: { name: providerName, isOffline: false },
    get model() {
      return choice.model;
    },
    get maxSeconds() {
      const model = choice.model ?? (server.isVendor ? 'gpt-transcribe' : '');
      return timeless.test(model) || untimed.has(model) ? plainSeconds : timedSeconds;
    },
    checkReadiness: choice.checkReadiness,
    transcribe,
  };
}

/** A refusal that another form may avoid. */
function mayBeForm(error: unknown): boolean {
  const isRefused = error instanceof APIError && (error.status === 400 || error.status === 422);
  return isRefused && findRefusalReason(error) === undefined;
}

import { APIError } from 'openai';
import type { TranscriptionCreateParamsNonStreaming } from 'openai/resources/audio/transcriptions';
import type { Heard } from '#shared/transcript/heard.ts';
import type { TranscriptionEngine, TranscriptionRequest, Usage } from '../ports.ts';
import { toSoundError } from '../provider/failure.ts';
import { readAnswer } from '../provider/written-text.ts';
import type { ChosenModel, ModelChoice } from './choose-model.ts';
import { answerKinds, clientAt, connect } from './connect.ts';
import { meansGone } from './map-error.ts';
import { countTranscription, readTranscription, transcriptionSchema } from './read-transcription.ts';
import { findRefusalReason } from './refusals.ts';
import type { Server } from './server.ts';

/** vLLM takes ten minutes; a slow local server answers within the time-out. */
const timedSeconds = 300;
/** Without times, the caller's cuts at pauses are the only ones. */
const plainSeconds = 30;

/** Form fields of a request, apart from sound and model. */
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
  /** The place of a model's form in {@link listForms}. */
  const accepted = new Map<string, number>();
  /** Models that answered without times. */
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

import { z } from 'zod';
import { createSemaphore } from '#shared/async/semaphore.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { type Manner, manners, type SpokenSound } from '#shared/speech.ts';
import type { Heard } from '#shared/transcript/heard.ts';
import { groupWords } from '#shared/transcript/to-transcript.ts';
import type { Voice } from '#shared/voices.ts';
import { cleanText } from '../clean-text.ts';
import type {
  EngineOffer,
  SpeechEngine,
  SpeechRequest,
  TranscriptionEngine,
  TranscriptionRequest,
} from '../ports.ts';
import { toSetupError, toSoundError } from '../provider/failure.ts';
import { soundMediaType } from '../provider/guard-fetch.ts';
import type { ProviderAccess } from '../provider/prepare-connection.ts';
import { readMp3 } from '../provider/read-sound.ts';
import {
  nameField,
  readTimes,
  saidField,
  secondsField,
  toHeard,
  toWholeSegment,
} from '../provider/to-heard.ts';
import { listOf, markIpa, optional, readAnswer } from '../provider/written-text.ts';
import { connect, meansUnknownVoice } from './connect.ts';
import {
  getLanguageCode,
  getLanguageSupport,
  getModelFacts,
  getVendorCode,
  type ModelFacts,
  readBilledCharacters,
} from './models.ts';
import { createVoiceList, describeVoice, listAccountNames } from './voices.ts';

/** Ten hours of words, at 200 bytes each, would be 20 MB; half an hour is 1 MB. */
const answerKind = { mediaType: /^application\/(.+\+)?json$/u, maxBytes: 4 * 2 ** 20 };
/** Speakers are told apart within a request only; the vendor takes ten hours. */
const maxSeconds = 1800;

/** The fields that are read: elevenlabs.io/docs/api-reference/speech-to-text/convert. */
const answerSchema = z
  .object({
    language_code: nameField,
    text: nameField,
    words: optional(
      listOf(
        z.object({
          text: saidField,
          start: secondsField,
          end: secondsField,
          /** `word`, `spacing`, `audio_event`. */
          type: nameField,
          speaker_id: nameField,
          logprob: optional(z.number()),
        }),
      ),
    ),
  })
  .refine(({ text, words }) => typeof text === 'string' || words?.length);

type Answer = z.output<typeof answerSchema>;

/** Transcribes with Scribe: words with times, speakers, and sounds such as laughter. */
export function createElevenLabsTranscription(access: ProviderAccess, model: string): TranscriptionEngine {
  const { providerName, call, mapError } = connect(access, answerKind);

  async function transcribe(request: TranscriptionRequest): Promise<Heard> {
    const { durationSeconds, noteUsage, signal } = request;
    let isFree = false;
    try {
      const response = await call('/v1/speech-to-text', { signal, body: composeForm(model, request) });
      return readHeard(readAnswer(answerSchema, await response.json()), durationSeconds);
    } catch (error) {
      const mapped = mapError(error, signal);
      isFree = mapped.costsNothing;
      throw toSoundError(mapped);
    } finally {
      if (!isFree) noteUsage?.({ provider: providerName, model, soundSeconds: durationSeconds });
    }
  }

  return { provider: { name: providerName, isOffline: false }, model, maxSeconds, transcribe };
}

function composeForm(model: string, { mp3, language }: TranscriptionRequest): FormData {
  const form = new FormData();
  form.set('model_id', model);
  form.set('file', new File([mp3], 'sound.mp3', { type: 'audio/mpeg' }));
  form.set('diarize', 'true');
  form.set('tag_audio_events', 'true');
  if (language) form.set('language_code', getVendorCode(language));
  return form;
}

function readHeard({ language_code, words, ...answer }: Answer, durationSeconds: number): Heard {
  const text = answer.text ?? '';
  const whole = { startSeconds: 0, endSeconds: durationSeconds };
  const said = (words ?? []).filter(({ type }) => type !== 'spacing');
  const spoken = readTimes(said, whole).map(({ type, speaker_id, logprob, ...word }) => ({
    ...word,
    speaker: speaker_id ?? undefined,
    confidence: typeof logprob === 'number' ? Math.exp(logprob) : undefined,
    isSound: type === 'audio_event' || undefined,
  }));
  const segments = spoken.length > 0 ? groupWords(text, spoken) : [toWholeSegment(text, durationSeconds)];
  return toHeard(segments, durationSeconds, language_code);
}

/** Minimum of all plans: elevenlabs.io/docs/overview/models, "Concurrency and priority". */
const minConcurrent = 2;
/** Above the largest listed plan; caps what a server claims. */
const maxConcurrent = 30;

/** The text before and after sets the tone; more than a few sentences changes nothing. */
const contextCharacters = 600;

export interface ElevenLabsSettings extends ProviderAccess {
  readonly model: string;
}

/** Chinese, the slowest of our languages, has four characters a second: 4,000 bytes each at 128 kbit/s. */
const maxBytesPerCharacter = 6000;
const minBytesLimit = 2 ** 20;

/** Part of a request that tags and IPA may take. */
const shareOfMarks = 0.1;

/** Speaks with voices of an ElevenLabs account, by their ids or found by name; mp3, streamed. */
export function createElevenLabsSpeech(settings: ElevenLabsSettings): SpeechEngine {
  const { model } = settings;
  const facts = getModelFacts(model);
  const takesMarks = facts.performsTags || facts.ipa !== undefined;
  const voices = createVoiceList(connect(settings, answerKind));
  // Of this process. Other processes of the same account are unknown: their use shows as "busy" errors.
  const { acquire, setPlaces } = createSemaphore(minConcurrent);
  const { providerName, call, mapError } = connect(settings, {
    mediaType: soundMediaType,
    maxBytes: minBytesLimit + facts.maxCharacters * maxBytesPerCharacter,
  });

  /** @throws CodedError for a preset whose voice the account lacks */
  async function requireVoiceId(voice: SpeechRequest['voice'], signal: AbortSignal): Promise<string> {
    // An id of the vendor's library is spoken even if the account has not added it.
    if (typeof voice !== 'string') return voice.id;
    for (const name of listAccountNames(voice)) {
      const id = await voices.findId(name, signal);
      if (id !== undefined) return id;
    }
    throw toMissingVoiceError(voice);
  }

  async function speak(request: SpeechRequest): Promise<SpokenSound> {
    const { signal, voice } = request;
    requireNotCancelled(signal);
    const voiceId = await requireVoiceId(voice, signal);
    const release = await acquire(signal);
    const asked = composeRequest(model, facts, request);
    const note = noteOnce(request, asked.text, providerName, model);
    try {
      const { headers, body } = await call(
        `/v1/text-to-speech/${encodeURIComponent(voiceId.toWellFormed())}/stream?output_format=mp3_44100_128`,
        { signal, body: asked },
      );
      const allowed = Number.parseInt(headers.get('maximum-concurrent-requests') ?? '', 10);
      if (allowed >= 1) setPlaces(Math.min(allowed, maxConcurrent));
      note(headers.get('character-cost'));
      const sound = await readMp3(body, error => mapError(error, signal));
      signal.addEventListener('abort', release, { once: true });
      return { ...sound, bytes: releaseAtEnd(sound.bytes, release) };
    } catch (error) {
      release();
      if (!signal.aborted && meansUnknownVoice(error)) {
        voices.forget();
        if (typeof voice === 'string') throw toMissingVoiceError(voice);
        throw new CodedError('voice_gone', { costsNothing: true });
      }
      const mapped = mapError(error, signal);
      // Without a response the charge is unknown; count it as charged.
      if (!mapped.costsNothing) note(null);
      throw mapped;
    }
  }

  return {
    provider: { name: providerName, isOffline: false },
    model,
    identity: JSON.stringify(['ElevenLabs', settings.baseUrl, model]),
    hasPremiumVoices: true,
    maxCharacters: facts.maxCharacters * (takesMarks ? 1 - shareOfMarks : 1),
    ...(facts.performsTags && { manners }),
    ...(facts.ipa && { takesIpa: true }),
    getLanguageSupport: language => getLanguageSupport(facts, language),
    getSpeaker: voice => listAccountNames(voice)[0],
    listVoices: async signal => (await voices.list(signal)).map(describeVoice),
    speak,
  };
}

/** Reports the charge as soon as it is known: it applies even if the client disconnects. */
function noteOnce({ noteUsage }: SpeechRequest, text: string, provider: string, model: string) {
  let isNoted = false;
  return (cost: string | null) => {
    if (isNoted) return;
    isNoted = true;
    noteUsage?.({ provider, model, characters: readBilledCharacters(cost, model, text) });
  };
}

/** Voices of all plans, if a key or base URL is set; premium voices have their own names in the account. */
export function offerElevenLabs(
  settings: ElevenLabsSettings & { readonly transcriptionModel: string },
): EngineOffer {
  const speech = createElevenLabsSpeech(settings);
  const transcription = createElevenLabsTranscription(settings, settings.transcriptionModel);
  return { id: 'elevenlabs', speech, premiumSpeech: speech, transcription };
}

function toMissingVoiceError(voice: Voice): CodedError {
  const advice = `Add the voice ${listAccountNames(voice).join(' or ')} to the ElevenLabs account.`;
  return toSetupError(fill(engineMessages.voiceMissing, { voice }), advice);
}

/** The provider counts a request until its last byte. */
async function* releaseAtEnd<Piece>(pieces: AsyncIterable<Piece>, release: () => void) {
  try {
    yield* pieces;
  } finally {
    release();
  }
}

function composeRequest(model: string, facts: ModelFacts, request: SpeechRequest) {
  const { language, previousText, nextText } = request;
  const languageCode = getLanguageCode(facts, language);
  const clean = (text: string) => removeTags(cleanText(text), facts);
  return {
    text: composeText(request, facts),
    model_id: model,
    ...(languageCode && { language_code: languageCode }),
    ...(facts.takesContext && previousText && { previous_text: clean(cutStart(previousText)) }),
    ...(facts.takesContext && nextText && { next_text: clean(cutEnd(nextText)) }),
  };
}

/**
 * Audio tags for our manners. They are words of plain language, not a fixed set; a tag counts until the next. Those of the vendor's
 * examples where there is one: elevenlabs.io/docs/overview/capabilities/text-to-speech/best-practices, "Prompting Eleven v4",
 * eleven-v4 and elevenlabs.io/blog/elevenlabs-audio-tags-list. They describe a voice: other words may become a sound effect.
 */
const tags: Readonly<Record<Manner, string>> = {
  calm: 'calm voice',
  friendly: 'warmly',
  cheerful: 'happy',
  excited: 'excited',
  serious: 'serious, measured',
  sad: 'sad',
  angry: 'angry',
  whispering: 'whispers',
  shouting: 'shouting',
};

/** The text of a request: without marks of its own, with the tag of its manner and the model's marks for IPA. */
export function composeText(
  { text, manner, ipa = [] }: Pick<SpeechRequest, 'text' | 'manner' | 'ipa'>,
  facts: ModelFacts,
): string {
  const words = removeTags(cleanText(text), facts);
  const said = facts.ipa ? markIpa(words, ipa, ipaMarks[facts.ipa]) : words;
  return manner && facts.performsTags ? `[${tags[manner]}] ${said}` : said;
}

/** What a writer puts in square brackets is spoken: a model with tags would perform it. */
function removeTags(text: string, { performsTags }: ModelFacts): string {
  return performsTags ? text.replace(/\[/gu, '(').replace(/\]/gu, ')') : text;
}

const ipaMarks = {
  slashes: (_: string, ipa: string) => `"/${ipa}/"`,
  phonemes: (word: string, ipa: string) =>
    `<phoneme alphabet="ipa" ph="${ipa.replace(/["<>&]/gu, '')}">${word}</phoneme>`,
};

function cutStart(text: string): string {
  return text.length <= contextCharacters ? text : text.slice(-contextCharacters).replace(/^\S*\s+/u, '');
}

function cutEnd(text: string): string {
  if (text.length <= contextCharacters) return text;
  return text
    .slice(0, contextCharacters)
    .replace(/\s\S*$/u, '')
    .trimEnd();
}

import { createSemaphore } from '#shared/async/semaphore.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import type { SpokenSound } from '#shared/speech.ts';
import type { Voice } from '#shared/voices.ts';
import type { EngineOffer, SpeechEngine, SpeechRequest } from '../ports.ts';
import { toSetupError } from '../provider/failure.ts';
import { soundMediaType } from '../provider/guard-fetch.ts';
import type { ProviderAccess } from '../provider/prepare-connection.ts';
import { readMp3 } from '../provider/read-sound.ts';
import { requirePreset } from '../provider/require-preset.ts';
import { cleanText } from '../provider/written-text.ts';
import { connect } from './connect.ts';
import { meansUnknownVoice } from './map-error.ts';
import {
  getLanguageCode,
  getLanguageSupport,
  getModelFacts,
  type ModelFacts,
  readBilledCharacters,
} from './models.ts';
import { createElevenLabsTranscription } from './transcription.ts';
import { createVoiceList, listAccountNames } from './voice-list.ts';

/** Minimum of all plans: elevenlabs.io/docs/overview/models, "Concurrency and priority". */
const minConcurrent = 2;
/** Above the largest listed plan; caps what a server claims. */
const maxConcurrent = 30;

/** The text before and after sets the tone; more than a few sentences changes nothing. */
const contextCharacters = 600;

export interface ElevenLabsSettings extends ProviderAccess {
  readonly model: string;
}

const listKind = { mediaType: /^application\/(.+\+)?json$/u, maxBytes: 8 * 2 ** 20 };
/** Chinese, the slowest of our languages, has four characters a second: 4,000 bytes each at 128 kbit/s. */
const maxBytesPerCharacter = 6000;
const minBytesLimit = 2 ** 20;

/**
 * Speaks with voices of an ElevenLabs account, found by name; mp3, streamed.
 * @throws RangeError without key and base URL
 */
export function createElevenLabsSpeech(settings: ElevenLabsSettings): SpeechEngine {
  const { model } = settings;
  const facts = getModelFacts(model);
  const voices = createVoiceList(connect(settings, listKind));
  // Of this process. Other processes of the same account are unknown: their use shows as "busy" errors.
  const { acquire, setPlaces } = createSemaphore(minConcurrent);
  const { providerName, call, mapError } = connect(settings, {
    mediaType: soundMediaType,
    maxBytes: minBytesLimit + facts.maxCharacters * maxBytesPerCharacter,
  });

  async function findVoiceId(voice: Voice, signal: AbortSignal): Promise<string | undefined> {
    for (const name of listAccountNames(voice)) {
      const id = await voices.findId(name, signal);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  async function speak(request: SpeechRequest): Promise<SpokenSound> {
    const { signal } = request;
    const voice = requirePreset(request.voice);
    requireNotCancelled(signal);
    const voiceId = await findVoiceId(voice, signal);
    if (voiceId === undefined) throw toMissingVoiceError(voice);
    const release = await acquire(signal);
    const note = noteOnce(request, providerName, model);
    try {
      const { headers, body } = await call(
        `/v1/text-to-speech/${encodeURIComponent(voiceId)}/stream?output_format=mp3_44100_128`,
        { signal, body: composeRequest(model, facts, request) },
      );
      const allowed = Number.parseInt(headers.get('maximum-concurrent-requests') ?? '', 10);
      if (allowed >= 1) setPlaces(Math.min(allowed, maxConcurrent));
      note(headers.get('character-cost'));
      const sound = await readMp3(body, error => mapError(error, signal));
      signal.addEventListener('abort', release, { once: true });
      return releaseAtEnd(sound, release);
    } catch (error) {
      release();
      if (!signal.aborted && meansUnknownVoice(error)) {
        voices.forget();
        throw toMissingVoiceError(voice);
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
    maxCharacters: facts.maxCharacters,
    getLanguageSupport: language => getLanguageSupport(facts, language),
    getSpeaker: voice => listAccountNames(voice)[0],
    speak,
  };
}

/** Reports the charge as soon as it is known: it applies even if the client disconnects. */
function noteOnce({ text, noteUsage }: SpeechRequest, provider: string, model: string) {
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
  const names = listAccountNames(voice).join(' or ');
  return toSetupError(
    fill(engineMessages.voiceMissing, { voice }),
    `Add the voice ${names} to the ElevenLabs account.`,
  );
}

/** The provider counts a request until its last byte. */
function releaseAtEnd(sound: SpokenSound, release: () => void): SpokenSound {
  if (sound.format !== 'mp3') return sound;
  const { bytes } = sound;
  return {
    ...sound,
    bytes: (async function* () {
      try {
        yield* bytes;
      } finally {
        release();
      }
    })(),
  };
}

function composeRequest(
  model: string,
  facts: ModelFacts,
  { text, language, previousText, nextText }: SpeechRequest,
) {
  const languageCode = getLanguageCode(facts, language);
  return {
    text: cleanText(text),
    model_id: model,
    ...(languageCode && { language_code: languageCode }),
    ...(facts.takesContext && previousText && { previous_text: cleanText(cutStart(previousText)) }),
    ...(facts.takesContext && nextText && { next_text: cleanText(cutEnd(nextText)) }),
  };
}

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

import { CodedError } from '#shared/errors.ts';
import { getLanguage } from '#shared/languages.ts';
import { manners, type SpokenSound } from '#shared/speech.ts';
import type { SpeechEngine, SpeechRequest } from '../ports.ts';
import { soundMediaType } from '../provider/guard-fetch.ts';
import type { ProviderAccess } from '../provider/prepare-connection.ts';
import { readMp3 } from '../provider/read-sound.ts';
import { composeSsml, type SpokenText } from './compose-ssml.ts';
import { findLocale, findSpeaker, speakersDigest } from './preset-voices.ts';
import { connectSpeech, Refusal } from './speech-connection.ts';
import { createVoiceList, describeVoice, findStyle } from './voice-list.ts';

/** Some hundred voices at half a kilobyte. */
const listKind = { mediaType: /^application\/(.+\+)?json$/u, maxBytes: 4 * 2 ** 20 };
/** Ten minutes at 96 kbit/s, twice. */
const soundKind = { mediaType: soundMediaType, maxBytes: 16 * 2 ** 20 };

/**
 * Sound of more than ten minutes is cut without an error (…/speech-service/speech-services-quotas-and-limits). Chinese, the slowest
 * of our languages, has 240 characters a minute.
 */
const maxCharacters = 2000;

/**
 * Speaks with voices of Azure Speech by SSML; mp3, streamed.
 * @param access its base URL without `/cognitiveservices`
 */
export function createAzureSpeech(access: ProviderAccess): SpeechEngine {
  const voices = createVoiceList(connectSpeech(access, listKind));
  const { providerName, call, mapError } = connectSpeech(access, soundKind);

  async function send(request: SpeechRequest, spoken: SpokenText): Promise<SpokenSound> {
    const { signal, noteUsage } = request;
    const { ssml, characters } = composeSsml(spoken);
    const note = () => noteUsage?.({ provider: providerName, model: getKind(spoken.voice), characters });
    try {
      const { body } = await call('/cognitiveservices/v1', { signal, body: ssml });
      note();
      return await readMp3(body, error => mapError(error, signal));
    } catch (error) {
      if (!(error instanceof Refusal) && !mapError(error, signal).costsNothing) note();
      throw error;
    }
  }

  /** Its style for the manner, if the list is there and has one. */
  async function chooseStyle({ manner, signal }: SpeechRequest, voice: string): Promise<string | undefined> {
    if (manner === undefined) return undefined;
    const listed = await voices.list(signal).catch(() => undefined);
    const found = listed?.find(({ ShortName }) => ShortName === voice);
    return found && findStyle(found, manner);
  }

  async function describe(request: SpeechRequest): Promise<SpokenText> {
    const { text, ipa, voice, language } = request;
    const speaker = typeof voice === 'string' ? findSpeaker(voice, language) : { voice: voice.id, speed: 1 };
    if (!speaker) throw new CodedError('provider_unavailable', { costsNothing: true });
    const locale = findLocale(language) ?? language.code;
    return { text, ipa, locale, ...speaker, style: await chooseStyle(request, speaker.voice) };
  }

  async function speak(request: SpeechRequest): Promise<SpokenSound> {
    const { signal, voice } = request;
    try {
      signal.throwIfAborted();
      const spoken = await describe(request);
      try {
        return await send(request, spoken);
      } catch (error) {
        // Unknown sounds make it refuse the whole document: …/speech-synthesis-markup-pronunciation, "phoneme element".
        if (!isBadRequest(error) || !spoken.ipa?.length) throw error;
        return await send(request, { ...spoken, ipa: [] });
      }
    } catch (error) {
      if (isBadRequest(error) && typeof voice !== 'string' && !(await isListed(voice.id, signal)))
        throw new CodedError('voice_gone', { costsNothing: true });
      throw mapError(error, signal);
    }
  }

  async function isListed(id: string, signal: AbortSignal): Promise<boolean> {
    voices.forget();
    const listed = await voices.list(signal).catch(() => undefined);
    return listed?.some(({ ShortName }) => ShortName === id) ?? false;
  }

  return {
    provider: { name: providerName, isOffline: false },
    model: 'neural',
    identity: JSON.stringify(['Azure Speech', access.baseUrl, speakersDigest]),
    hasPremiumVoices: false,
    maxCharacters,
    manners,
    takesIpa: true,
    getLanguageSupport: language => ({ kind: findLocale(language) ? 'spoken' : 'unlisted' }),
    getSpeaker: (voice, language = getLanguage('English')) =>
      (findSpeaker(voice, language) ?? findSpeaker(voice, getLanguage('English')))?.voice ?? voice,
    listVoices: async signal =>
      (await voices.list(signal)).map(describeVoice).filter(voice => voice !== undefined),
    speak,
  };
}

function isBadRequest(error: unknown): boolean {
  return error instanceof Refusal && error.status === 400;
}

/** HD voices have their own price; their names have a colon, such as `en-US-Ava:DragonHDLatestNeural`. */
function getKind(voice: string): string {
  return voice.includes(':') ? 'neural-hd' : 'neural';
}

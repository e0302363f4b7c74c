import { hash } from 'node:crypto';
import { z } from 'zod';
import { CodedError } from '#shared/errors.ts';
import { escapeMarkup } from '#shared/escape-markup.ts';
import { getLanguage, type Language, type LanguageCode, languages } from '#shared/languages.ts';
import { type Manner, manners, type SpokenSound } from '#shared/speech.ts';
import { allVoices, type Voice } from '#shared/voices.ts';
import { cleanText } from '../clean-text.ts';
import { type AtSpeed, addSpeeds, findGender } from '../openai-compatible/speech-voices.ts';
import type { EngineVoice, SpeechEngine, SpeechRequest } from '../ports.ts';
import { cacheList } from '../provider/cached-list.ts';
import { createRefusalMapper, failures, Refusal, toStatusFailure, withCost } from '../provider/failure.ts';
import { soundMediaType } from '../provider/guard-fetch.ts';
import {
  connectByFetch,
  type HttpConnection,
  type HttpRules,
  type ProviderAccess,
} from '../provider/prepare-connection.ts';
import { readMp3 } from '../provider/read-sound.ts';
import { findLanguage } from '../provider/to-heard.ts';
import { listOf, markIpa, readAnswer } from '../provider/written-text.ts';
import voiceTable from './voice-table.json' with { type: 'json' };

/**
 * Women and men of each language's main locale, without `Neural`: learn.microsoft.com/azure/ai-services/speech-service/language-support
 * (`tts`), 2025-10. Generally available voices only, which every region has; no children. Belarusian and Maori are not listed there.
 */
const table: Partial<Readonly<Record<LanguageCode, Readonly<Record<'locale' | 'women' | 'men', string>>>>> =
  voiceTable;

/** Of the language's main variety, such as `en-US`; undefined if no voice speaks it. */
function findLocale({ code }: Language): string | undefined {
  return table[code]?.locale;
}

/** For each language, our names take the voices of their sex in turn; those that share one differ in speed. */
const speakers = new Map(languages.map(language => [language.code, assign(language)]));

function assign({ code }: Language): ReadonlyMap<Voice, AtSpeed<string>> {
  const row = table[code];
  if (!row) return new Map();
  const { locale, women, men } = row;
  const chosen = [women.split(' '), men.split(' ')].flatMap((names, sex) =>
    allVoices
      .filter(voice => (findGender(voice) === 'male') === (sex === 1))
      .map((voice, at) => [voice, `${locale}-${names[at % names.length]}Neural`] as const),
  );
  return addSpeeds(new Map(chosen));
}

export function findSpeaker(voice: Voice, { code }: Language): AtSpeed<string> | undefined {
  return speakers.get(code)?.get(voice);
}

/** Changes with the assignment. */
const speakersDigest = hash(
  'sha256',
  JSON.stringify([...speakers].map(([code, assigned]) => [code, ...assigned])),
).slice(0, 32);

/** The REST API: learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech. */
const azureSpeech: HttpRules = {
  vendor: { name: 'Azure Speech', domain: 'speech.microsoft.com' },
  // Always given: it has the region.
  baseUrl: '',
  timeoutMs: 240_000,
  /** Ten minutes of sound, the most of a request, at half of real time. */
  longestBodyMs: 20 * 60_000,
  maxRetries: 2,
  isOutOfCredit: () => false,
  mapError: createRefusalMapper({
    // It has no models: a 404 is a wrong address. A key of another region gets 401.
    findFailure: refusal => (refusal.status === 404 ? failures.wrongAddress : toStatusFailure(refusal)),
  }),
  composeHeaders: apiKey => ({ 'ocp-apim-subscription-key': apiKey }),
};

/** The API requires a `User-Agent`. */
const spokenHeaders = {
  'content-type': 'application/ssml+xml',
  'x-microsoft-outputformat': 'audio-24khz-96kbitrate-mono-mp3',
  'user-agent': 'Benshi',
};

/** Some hundred voices at half a kilobyte. */
const listKind = { mediaType: /^application\/(.+\+)?json$/u, maxBytes: 4 * 2 ** 20 };
/** Ten minutes at 96 kbit/s, twice. */
const soundKind = { mediaType: soundMediaType, maxBytes: 16 * 2 ** 20 };

/**
 * Sound of more than ten minutes is cut without an error (…/speech-service/speech-services-quotas-and-limits). Chinese, the slowest
 * of our languages, has 240 characters a minute.
 */
const maxCharacters = 2000;

/** By SSML; mp3, streamed. @param access its base URL without `/cognitiveservices` */
export function createAzureSpeech(access: ProviderAccess): SpeechEngine {
  const voices = cacheVoices(connectByFetch(azureSpeech, access, listKind));
  const { providerName, call, mapError } = connectByFetch(azureSpeech, access, soundKind);

  async function send(request: SpeechRequest, spoken: SpokenText): Promise<SpokenSound> {
    const { signal, noteUsage } = request;
    const { ssml, characters } = composeSsml(spoken);
    // HD voices have their own price; their names have a colon, such as `en-US-Ava:DragonHDLatestNeural`.
    const model = spoken.voice.includes(':') ? 'neural-hd' : 'neural';
    const note = () => noteUsage?.({ provider: providerName, model, characters });
    try {
      const { body } = await call('/cognitiveservices/v1', { signal, body: ssml, headers: spokenHeaders });
      note();
      return await readMp3(body, error => mapError(error, signal));
    } catch (error) {
      if (!(error instanceof Refusal) && !mapError(error, signal).costsNothing) note();
      throw error;
    }
  }

  async function chooseStyle({ manner, signal }: SpeechRequest, voice: string): Promise<string | undefined> {
    if (manner === undefined) return undefined;
    const listed = await voices.read(signal).catch(() => undefined);
    const found = listed?.find(({ ShortName }) => ShortName === voice);
    return styles[manner].find(style => found?.StyleList?.includes(style));
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
    voices.expire();
    const listed = await voices.read(signal).catch(() => undefined);
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
      (await voices.read(signal)).map(describeVoice).filter(voice => voice !== undefined),
    speak,
  };
}

function isBadRequest(error: unknown): boolean {
  return error instanceof Refusal && error.status === 400;
}

/** The fields of `GET …/voices/list` that are read: …/speech-service/rest-text-to-speech, "Get a list of voices". */
const voiceSchema = z.object({
  ShortName: z.string(),
  DisplayName: z.string(),
  Gender: z.string().nullish(),
  Locale: z.string(),
  LocaleName: z.string().nullish(),
  SecondaryLocaleList: z.array(z.string()).nullish(),
  StyleList: z.array(z.string()).nullish(),
  Status: z.string().nullish(),
});
type ListedVoice = z.infer<typeof voiceSchema>;

function cacheVoices({ call, mapError }: HttpConnection) {
  return cacheList(async signal => {
    try {
      const response = await call('/cognitiveservices/voices/list', { signal });
      return readAnswer(listOf(voiceSchema), await response.json());
    } catch (error) {
      // Listing is free.
      throw withCost(mapError(error, signal), true);
    }
  });
}

const sexes: Readonly<Record<string, EngineVoice['sex']>> = { Female: 'female', Male: 'male' };

/** Undefined for a voice that speaks none of our languages. */
function describeVoice(voice: ListedVoice): EngineVoice | undefined {
  const { ShortName: id, DisplayName: name, Gender, Locale, LocaleName, Status } = voice;
  const others = voice.SecondaryLocaleList ?? [];
  const spoken = [...new Set([Locale, ...others].map(findLanguage))].filter(each => each !== undefined);
  if (spoken.length === 0) return undefined;
  // Such as `English (United Kingdom)`.
  const region = /\((?<region>[^()]+)\)/u.exec(LocaleName ?? '')?.groups?.region;
  const tags = [
    ...(region ? [region.toLowerCase()] : []),
    ...(others.length > 0 ? ['multilingual'] : []),
    ...(Status === 'Preview' ? ['preview'] : []),
    ...(voice.StyleList ?? []).map(style => style.toLowerCase()),
  ];
  return { id, name, languages: spoken, sex: sexes[Gender ?? ''], tags };
}

/** Styles for our manners, best first: …/speech-service/language-support, "Voice styles and roles". */
const styles: Readonly<Record<Manner, readonly string[]>> = {
  calm: ['calm', 'gentle', 'narration-relaxed'],
  friendly: ['friendly', 'affectionate', 'friendlycheerful'],
  cheerful: ['cheerful', 'happy', 'friendlycheerful'],
  excited: ['excited'],
  serious: ['serious'],
  sad: ['sad', 'saddisappointed'],
  angry: ['angry'],
  whispering: ['whispering'],
  shouting: ['shouting'],
};

interface SpokenText extends Pick<SpeechRequest, 'text' | 'ipa'> {
  readonly voice: string;
  /** Of the text, such as `en-US`. */
  readonly locale: string;
  /** One that the voice has. */
  readonly style?: string | undefined;
  /** 1 is the voice's own. */
  readonly speed?: number | undefined;
}

/**
 * A document for one voice: …/speech-service/speech-synthesis-markup-structure, -voice and -pronunciation.
 * @returns also the characters that are charged: all within `<voice>`, Chinese ones twice (…/speech-service/text-to-speech, "Billable
 * characters")
 */
function composeSsml({ text, ipa = [], voice, locale, style, speed = 1 }: SpokenText) {
  const said = markPhonemes(cleanText(text), ipa);
  const isForeign = /multilingual/iu.test(voice) && getCode(voice) !== getCode(locale);
  const inLanguage = isForeign ? wrap(`lang xml:lang="${escapeMarkup(locale)}"`, said) : said;
  const atSpeed = speed === 1 ? inLanguage : wrap(`prosody rate="${toRate(speed)}"`, inLanguage);
  const inner =
    style === undefined ? atSpeed : wrap(`mstts:express-as style="${escapeMarkup(style)}"`, atSpeed);
  const ssml = wrap(
    `speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xmlns:mstts="https://www.w3.org/2001/mstts" xml:lang="${escapeMarkup(locale)}"`,
    wrap(`voice name="${escapeMarkup(voice)}"`, inner),
  );
  return { ssml, characters: [...inner].length + (inner.match(/\p{Script=Han}/gu)?.length ?? 0) };
}

const getCode = (locale: string) => locale.split('-')[0];

const toRate = (speed: number) => `${speed > 1 ? '+' : ''}${Math.round((speed - 1) * 100)}%`;

function wrap(tag: string, inner: string): string {
  return `<${tag}>${inner}</${tag.split(' ')[0]}>`;
}

/** Private characters stand for the tags until the text is escaped, so that escapes are not searched. */
const [before, between, after] = ['\uE000', '\uE001', '\uE002'] as const;

function markPhonemes(text: string, ipa: NonNullable<SpeechRequest['ipa']>): string {
  const plain = text.replace(/[\uE000-\uE002]/gu, '');
  const marked = markIpa(plain, ipa, (word, sounds) => `${before}${sounds}${between}${word}${after}`);
  return escapeMarkup(marked)
    .replaceAll(before, '<phoneme alphabet="ipa" ph="')
    .replaceAll(between, '">')
    .replaceAll(after, '</phoneme>');
}

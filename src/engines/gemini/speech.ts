import type { Part } from '@google/genai';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import { manners, type SpokenSound } from '#shared/speech.ts';
import type { SpeechEngine, SpeechRequest } from '../ports.ts';
import { cleanText } from '../provider/written-text.ts';
import type { Connection } from './connect.ts';
import type { Refusal } from './error-body.ts';
import { getLanguageSupport, getVendorCode } from './known-models.ts';
import { readRefusal } from './map-error.ts';
import type { ModelChoice } from './model-choice.ts';
import { passSound, type SpeechCall } from './pass-sound.ts';
import { prebuiltVoices } from './prebuilt-voices.ts';
import { sampleRateHz } from './read-sound.ts';
import { chooseStyledVoice, getStyledVoice, identifyStyledVoices } from './speaking-voices.ts';

type MarkedRequest = SpeechRequest & Pick<SpeechCall, 'manifests'>;

/** Fields of a speech request that a model may not know. */
type OptionalField = 'style' | 'languageCode' | 'store';

/** How an error names a field that it refuses: `Unknown name "speechMetadata"`, `Unsupported language code`. */
const namesOf: readonly (readonly [OptionalField, RegExp])[] = [
  ['style', /speech_?metadata|\bstyle\b/iu],
  ['languageCode', /language_?code|language code/iu],
  ['store', /"store"/u],
];

/**
 * Longest text of a request. The model takes 8,192 tokens: 1,000 characters are at most 3,000 bytes of UTF-8, and no token is less
 * than a byte. Its maximum output, 16,384 tokens, was measured as 400 s: 1,000 characters of Chinese, the slowest language, are 250
 * s. Of English they are 70 s: its predecessor fell silent after two to four minutes (github.com/google-gemini/cookbook, issue
 * 1292).
 */
export const maxPieceCharacters = 1000;

/** Speaks with the vendor's voices; streams PCM samples. */
export function createGeminiSpeech(connection: Connection, choice: ModelChoice): SpeechEngine {
  const { providerName, baseUrl, mapError } = connection;
  const memory = new SpeechFieldMemory();

  async function speak(request: SpeechRequest): Promise<SpokenSound> {
    const { signal } = request;
    const asked = { ...request, manifests: [] };
    try {
      requireNotCancelled(signal);
      const model = await choice.require(signal);
      // Some responses end without sound or reason; unstreamed ones do so less often.
      const samples = (await begin(model, asked, true)) ?? (await begin(model, asked, false));
      if (samples) return { format: 'pcm', sampleRateHz, samples, manifests: asked.manifests };
      throw new CodedError('provider_garbage', {
        message: fill(engineMessages.noSound),
        cause: new LoggedCause('two answers ended without a sound'),
      });
    } catch (error) {
      if (readRefusal(error)?.code === 404) choice.forget();
      throw mapError(error, signal);
    }
  }

  /** @returns when the first sound arrives; undefined if the response had none */
  async function begin(
    model: string,
    request: MarkedRequest,
    isStreamed: boolean,
  ): Promise<AsyncIterable<Float32Array> | undefined> {
    for (;;) {
      const sound = passSound(connection, compose(model, request, isStreamed));
      try {
        const first = await sound.next();
        return first.done ? undefined : continueFrom(first.value, sound, request.signal);
      } catch (error) {
        const refusal = readRefusal(error);
        if (!refusal || request.signal.aborted || !memory.learnFrom(model, refusal)) throw error;
      }
    }
  }

  async function* continueFrom(first: Float32Array, rest: AsyncGenerator<Float32Array>, signal: AbortSignal) {
    try {
      yield first;
      yield* rest;
    } catch (error) {
      throw mapError(error, signal);
    } finally {
      // Closes the connection if the client disconnected.
      await rest.return(undefined);
    }
  }

  function compose(
    model: string,
    { text, voice, manner, language, manifests, noteUsage, signal }: MarkedRequest,
    isStreamed: boolean,
  ) {
    const { speaker, style } = chooseStyledVoice({ voice, manner });
    const isListed = getLanguageSupport(model, language).kind !== 'unlisted';
    const part: Part = {
      text: toSpeakableText(text),
      ...(style !== undefined && memory.takes(model, 'style') && { speechMetadata: { style } }),
    };
    const config = {
      responseModalities: ['AUDIO'],
      speechConfig: {
        voiceConfig: { prebuiltVoiceConfig: { voiceName: speaker } },
        // An unknown code is an error, not ignored.
        ...(isListed && memory.takes(model, 'languageCode') && { languageCode: getVendorCode(language) }),
      },
      ...(memory.takes(model, 'store') && { store: false }),
    };
    const noteEnd = (endsOn: string) => choice.noteEnd(model, endsOn);
    const notes = { noteUsage, noteEnd, manifests };
    return { model, part, config, isStreamed, ...notes, signal, characters: text.length };
  }

  return {
    provider: { name: providerName, isOffline: false },
    get model() {
      return choice.current;
    },
    get identity() {
      return JSON.stringify(['Gemini', baseUrl, choice.current, identifyStyledVoices()]);
    },
    hasPremiumVoices: false,
    maxCharacters: maxPieceCharacters,
    checkReadiness: choice.checkReadiness,
    getLanguageSupport: language => getLanguageSupport(choice.current, language),
    listVoices: async () => prebuiltVoices,
    get manners() {
      const model = choice.current;
      return model === undefined || memory.takes(model, 'style') ? manners : undefined;
    },
    getSpeaker: voice => getStyledVoice(voice).speaker,
    speak,
  };
}

/**
 * Removes marks that the model performs instead of speaking: `<sigh>` is a sigh, `|yes|` another person agreeing, and earlier
 * models laugh at `[laughs]` (ai.google.dev/gemini-api/docs/speech-generation, "Markup"). The words inside are spoken. Round
 * brackets stay.
 */
function toSpeakableText(text: string): string {
  return cleanText(text)
    .replace(/[<>|‹›＜＞｜]/gu, ' ')
    .replace(/\[/gu, '(')
    .replace(/\]/gu, ')');
}

/** Remembers the fields that each model refuses, so that each refusal happens once. Refusals are free. */
class SpeechFieldMemory {
  readonly #refused = new Map<string, ReadonlySet<OptionalField>>();

  takes(model: string, field: OptionalField): boolean {
    return !this.#refused.get(model)?.has(field);
  }

  /** @returns whether a request without the refused field may be accepted */
  learnFrom(model: string, { code, message }: Refusal): boolean {
    if (code !== 400) return false;
    const field = namesOf.find(([each, names]) => this.takes(model, each) && names.test(message))?.[0];
    if (!field) return false;
    this.#refused.set(model, new Set([...(this.#refused.get(model) ?? []), field]));
    return true;
  }
}

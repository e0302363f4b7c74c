import { requireNotCancelled } from '#shared/cancellation.ts';
import type { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { manners, type SpokenSound } from '#shared/speech.ts';
import { cleanText } from '../clean-text.ts';
import type { SpeechEngine, SpeechRequest, Usage } from '../ports.ts';
import { toGarbage } from '../provider/failure.ts';
import type { FoundModel, ModelChoice } from '../provider/model-choice.ts';
import type { HttpConnection } from '../provider/prepare-connection.ts';
import { readPcmType, toSamples } from '../provider/read-sound.ts';
import {
  callModel,
  type Ending,
  type InlineData,
  type ModelCall,
  type Part,
  type TokenCounts,
} from './call-model.ts';
import { meansUnknown, readRejection } from './connect.ts';
import { getLanguageSupport, getVendorCode } from './models.ts';
import { chooseStyledVoice, getStyledVoice, identifyStyledVoices, prebuiltVoices } from './voices.ts';

type MarkedRequest = SpeechRequest & Pick<SpeechCall, 'manifests'>;

/** Fields that a model may not know, as an error names them: `Unknown name "speechMetadata"`, `Unsupported language code`. */
const namesOf = [
  ['style', /speech_?metadata|\bstyle\b/iu],
  ['languageCode', /language_?code|language code/iu],
  ['store', /"store"/u],
] as const;

type OptionalField = (typeof namesOf)[number][0];

/**
 * Longest text of a request. The model takes 8,192 tokens: 1,000 characters are at most 3,000 bytes of UTF-8, and no token is less
 * than a byte. Its maximum output, 16,384 tokens, was measured as 400 s: 1,000 characters of Chinese, the slowest language, are 250
 * s. Of English they are 70 s: its predecessor fell silent after two to four minutes (github.com/google-gemini/cookbook, issue
 * 1292).
 */
export const maxPieceCharacters = 1000;

/** Speaks with the vendor's voices; streams PCM samples. */
export function createGeminiSpeech(
  connection: HttpConnection,
  choice: ModelChoice<FoundModel>,
): SpeechEngine {
  const { providerName, baseUrl, mapError } = connection;
  /** Fields that a model refuses, so that each refusal, which is free, happens once: `MODEL FIELD`. */
  const refused = new Set<string>();
  const takes = (model: string, field: OptionalField) => !refused.has(`${model} ${field}`);

  async function speak(request: SpeechRequest): Promise<SpokenSound> {
    const { signal } = request;
    const asked = { ...request, manifests: [] };
    try {
      requireNotCancelled(signal);
      const { model } = await choice.require(signal);
      // Some responses end without sound or reason; unstreamed ones do so less often.
      const samples = (await begin(model, asked, true)) ?? (await begin(model, asked, false));
      if (samples) return { format: 'pcm', sampleRateHz, samples, manifests: asked.manifests };
      throw toGarbage('two answers ended without a sound', fill(engineMessages.noSound));
    } catch (error) {
      if (meansUnknown(error)) choice.forget();
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
        const rejection = readRejection(error) ?? '';
        const field = namesOf.find(([each, names]) => takes(model, each) && names.test(rejection))?.[0];
        if (!field || request.signal.aborted) throw error;
        refused.add(`${model} ${field}`);
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
      ...(style !== undefined && takes(model, 'style') && { speechMetadata: { style } }),
    };
    const options = {
      ...(takes(model, 'store') && { store: false as const }),
      generationConfig: {
        responseModalities: ['AUDIO'],
        speechConfig: {
          voiceConfig: { prebuiltVoiceConfig: { voiceName: speaker } },
          // An unknown code is an error, not ignored.
          ...(isListed && takes(model, 'languageCode') && { languageCode: getVendorCode(language) }),
        },
      },
    };
    const noteEnd = (endsOn: string) => choice.noteEnd(model, endsOn);
    const notes = { noteUsage, noteEnd, manifests };
    return { model, part, options, isStreamed, ...notes, signal, characters: text.length };
  }

  return {
    provider: { name: providerName, isOffline: false },
    get model() {
      return choice.model;
    },
    get identity() {
      return JSON.stringify(['Gemini', baseUrl, choice.model, identifyStyledVoices()]);
    },
    hasPremiumVoices: false,
    maxCharacters: maxPieceCharacters,
    checkReadiness: choice.checkReadiness,
    getLanguageSupport: language => getLanguageSupport(choice.model, language),
    listVoices: async () => prebuiltVoices,
    get manners() {
      return takes(choice.model ?? '', 'style') ? manners : undefined;
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

interface SpeechCall extends Omit<ModelCall, 'parts' | 'countUsage'> {
  readonly part: Part;
  /** Of the text before cleaning. */
  readonly characters: number;
  /** Receives those of the vendor. */
  readonly manifests: Uint8Array[];
}

const silence = 0.001;

/**
 * Passes on the sound of one response as it arrives.
 * @returns nothing if the response had no sound
 * @throws CodedError `provider_garbage` for sound that is cut, silent, too short or too long; and as `callModel`
 */
async function* passSound(connection: HttpConnection, call: SpeechCall): AsyncGenerator<Float32Array> {
  const { part, characters, manifests, ...rest } = call;
  const read = createSoundReader(manifests);
  // Chinese, the slowest language, has four characters a second, a slow voice half of that. Longer means a repeated text or an
  // instruction read aloud.
  const maxSeconds = 20 + characters / 2;
  // Thai, the fastest, has ten characters a second.
  const minSeconds = characters / 60;
  let seconds = 0;
  let peak = 0;
  let ending: Ending | undefined;
  const countUsage = (counts: TokenCounts | undefined): Partial<Usage> => ({
    textTokensIn: counts?.promptTokenCount ?? undefined,
    soundTokensOut: counts?.candidatesTokenCount ?? undefined,
    characters,
    soundSeconds: seconds,
  });
  for await (const turn of callModel(connection, { ...rest, parts: [part], countUsage })) {
    ending = turn.ending ?? ending;
    for (const sound of turn.sounds) {
      const samples = read(sound);
      if (samples.length === 0) continue;
      seconds += samples.length / sampleRateHz;
      peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), peak);
      if (seconds > maxSeconds) throw wrongSound('far longer than the text');
      yield samples;
    }
  }
  if (seconds === 0 && ending) return;
  if (ending !== 'whole')
    throw toGarbage(`the sound ended as: ${ending ?? 'broken off'}`, fill(engineMessages.answerCut));
  if (peak < silence) throw wrongSound('silent');
  if (seconds < minSeconds) throw wrongSound('far shorter than the text');
}

function wrongSound(found: string): CodedError {
  return toGarbage(`the sound is ${found}`);
}

/** Sample rate of all the vendor's models: ai.google.dev/gemini-api/docs/speech-generation, "Output". */
const sampleRateHz = 24_000;

const bytesPerSample = 2;
/** `audio/l16; rate=24000; channels=1`, `audio/L16;codec=pcm;rate=24000`: 16-bit little-endian samples. */
const plainSamples = /^audio\/(l16|pcm)\b/iu;
const wave = /^audio\/(wav|x-wav|wave|vnd\.wave)\b/iu;

/**
 * Reads mono samples from -1 to 1.
 * @param manifests receives those of the vendor
 * @throws CodedError `provider_garbage` unless they are 16-bit mono at {@link sampleRateHz}
 */
function createSoundReader(manifests: Uint8Array[]) {
  let rest = Buffer.alloc(0);
  return ({ mimeType, data }: InlineData): Float32Array => {
    const bytes = Buffer.from(data, 'base64');
    // Node skips invalid base64, which would leave noise.
    if (Math.abs(bytes.length - Math.floor((data.length * 3) / 4)) > 2) throw wrongSound('broken base64');
    if (wave.test(mimeType)) {
      const { data, manifest } = readWave(bytes);
      if (manifest && data.length > 0) manifests.push(Uint8Array.from(manifest));
      return toSamples(data);
    }
    if (!plainSamples.test(mimeType)) throw wrongSound('of another media type');
    const pcm = readPcmType(mimeType);
    requireUsual(pcm.sampleRateHz, pcm.channels, 16);
    const all = Buffer.concat([rest, bytes]);
    const whole = all.length - (all.length % bytesPerSample);
    rest = all.subarray(whole);
    return toSamples(all.subarray(0, whole));
  };
}

function requireUsual(rate: number, channels: number, bits: number): void {
  if (rate !== sampleRateHz || channels !== 1 || bits !== 16)
    throw wrongSound(`${rate} Hz, ${channels} channels, ${bits} bits`);
}

/** Reads a WAV chunk by chunk: after its samples the vendor appends a `C2PA` chunk, which would play as noise. */
function readWave(file: Buffer): { readonly data: Buffer; readonly manifest?: Buffer | undefined } {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE')
    throw wrongSound('no WAV');
  let isUsual = false;
  let data: Buffer | undefined;
  let manifest: Buffer | undefined;
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    const chunk = file.subarray(at + 8, at + 8 + length);
    if (name === 'fmt ' && chunk.length >= 16) {
      requireUsual(chunk.readUInt32LE(4), chunk.readUInt16LE(2), chunk.readUInt16LE(14));
      isUsual = true;
    }
    if (name === 'data') {
      if (!isUsual) throw wrongSound('a WAV without a format');
      data ??= chunk.subarray(0, chunk.length - (chunk.length % bytesPerSample));
    }
    if (name === 'C2PA' && chunk.length === length) manifest = chunk;
    // Chunks start at even offsets.
    at += 8 + length + (length % 2);
  }
  if (!data) throw wrongSound('a WAV without samples');
  return { data, manifest };
}

import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import {
  answerBody,
  type CatalogueModel,
  catalogue,
  describeModel,
  eventStreamText,
  soundUsage,
  spokenParts,
  statusBody,
  vendorErrors,
  writtenTranscript,
} from './gemini-bodies.ts';
import { type GeminiModelRequest, namePictureColours, requestSchema, voiceNames } from './gemini-requests.ts';
import { cutIntoPieces, speakAsPcm, toWav } from './gemini-sound.ts';
import { narrateAsTold } from './narrate-as-told.ts';
import {
  type ProviderExchange,
  type ProviderRequest,
  type ProviderStandIn,
  type ReceivedMessage,
  startProviderStandIn,
} from './provider-stand-in.ts';

/** The calls that the product makes: the list of models, one model, and work. */
export type GeminiCall = 'models' | 'model' | 'vision' | 'script' | 'speech' | 'transcription';

export type GeminiRequest = ProviderRequest<GeminiCall>;
export type GeminiExchange = ProviderExchange<GeminiCall>;

export interface GeminiStandIn extends ProviderStandIn<GeminiCall> {
  /** The value of `GEMINI_BASE_URL`. */
  readonly baseUrl: string;
  setAccount(changes: Partial<Account>): void;
}

export interface Account {
  readonly models: readonly CatalogueModel[];
  /** Models on a page, whatever is requested. */
  readonly pageSize: number;
  /** The script in place of two sentences in the requested language. */
  readonly script: string | undefined;
}

const usualAccount: Account = { models: catalogue, pageSize: 1000, script: undefined };

/**
 * A local server with Gemini's API (generateContent of `v1beta`): real HTTP, documented bodies, its limits, its refusal
 * of unknown fields, and any fault. It names the colours of its pictures, writes in the requested language, and speaks
 * another tone for each voice. `node tests/support/gemini-stand-in.ts [port]` runs it alone.
 */
export async function startGeminiStandIn({ port = 0 } = {}): Promise<GeminiStandIn> {
  let account = usualAccount;
  const { reset, ...standIn } = await startProviderStandIn<GeminiCall>(port, {
    findCall,
    // As the vendor answers unknown paths.
    sendNotFound: response => {
      response.writeHead(404, { 'content-type': 'text/html; charset=UTF-8' });
      response.end('<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>');
    },
    answer: async (exchange, reported) => {
      const { request, response } = exchange;
      const refusal = findRefusal(account, request);
      if (refusal && !reported) return sendJson(response, ...refusal);
      const normal = refusal ? emptyAnswer : await composeNormal(account, request);
      await (reported ?? answerNormally)({ ...exchange, normal });
    },
  });
  return {
    ...standIn,
    baseUrl: standIn.origin,
    setAccount: changes => {
      account = { ...account, ...changes };
    },
    reset: () => {
      reset();
      account = usualAccount;
    },
  };
}

const modelPath = /^\/v1beta\/models\/(?<model>[^/:]+)(:(?<method>generateContent|streamGenerateContent))?$/u;
const emptyAnswer = { mediaType: 'application/json', body: Buffer.from('{}') };

function findCall({ method, path, body }: ReceivedMessage): GeminiCall | undefined {
  if (method === 'GET' && path === '/v1beta/models') return 'models';
  const found = modelPath.exec(path)?.groups;
  if (!found) return undefined;
  if (found.method === undefined) return method === 'GET' ? 'model' : undefined;
  if (method !== 'POST') return undefined;
  if (found.model?.includes('-tts')) return 'speech';
  if (JSON.stringify(body?.contents).includes('"mimeType":"audio/')) return 'transcription';
  return found.method === 'generateContent' ? 'vision' : 'script';
}

function readModel({ path }: GeminiRequest): string {
  return modelPath.exec(path)?.groups?.model ?? '';
}

/** The real server's own refusals. */
function findRefusal({ models }: Account, request: GeminiRequest): readonly [number, object] | undefined {
  if (!request.headers['x-goog-api-key'] || request.query.key !== undefined)
    return [403, vendorErrors.missingKey];
  if (request.call === 'models') return undefined;
  const name = readModel(request);
  const model = models.find(each => each.name === name);
  if (!model) return [404, vendorErrors.modelNotFound];
  if (request.call === 'model') return undefined;
  const { error, data } = requestSchema.safeParse(request.body);
  if (error) return [400, statusBody(400, 'INVALID_ARGUMENT', z.prettifyError(error))];
  if (request.call === 'transcription') return findSoundRefusal(name, data);
  return request.call === 'speech' ? findSpeechRefusal(data) : findTextRefusal(name, data);
}

/**
 * The last two rows of thinking levels: github.com/simonw/llm-gemini 0.34; cloud page of 3.5 Flash-Lite for the turns; the sentence
 * on media resolution: github.com/langchain4j/langchain4j/pull/4389.
 */
function findTextRefusal(
  model: string,
  { generationConfig, contents }: GeminiModelRequest,
): readonly [number, object] | undefined {
  const level = generationConfig.thinkingConfig?.thinkingLevel;
  if (level === 'MINIMAL' && /^gemini-(3\.[78]-flash$|4-)/u.test(model))
    return [400, vendorErrors.thinkingLevel];
  if (level !== undefined && model.startsWith('gemini-2.')) return [400, vendorErrors.thinkingLevel];
  const hasPartResolution = contents.some(({ parts }) => parts.some(part => part.mediaResolution));
  if (hasPartResolution && model.startsWith('gemini-2.'))
    return [
      400,
      statusBody(400, 'INVALID_ARGUMENT', 'Per part media resolution is not supported for this Model.'),
    ];
  return contents.at(-1)?.role === 'user' ? undefined : [400, vendorErrors.badRequest];
}

function findSpeechRefusal({
  systemInstruction,
  generationConfig,
  contents,
}: GeminiModelRequest): readonly [number, object] | undefined {
  const refuse = (message: string) => [400, statusBody(400, 'INVALID_ARGUMENT', message)] as const;
  const { speechConfig, thinkingConfig, responseModalities } = generationConfig;
  if (systemInstruction) return refuse('Developer instruction is not enabled for this model');
  if (thinkingConfig) return refuse('Thinking level is not supported for this model.');
  if (contents.length > 1) return refuse('Multiturn chat is not enabled for this model');
  const voice = speechConfig?.voiceConfig.prebuiltVoiceConfig.voiceName;
  if (!voice || responseModalities?.[0] !== 'AUDIO') return [400, vendorErrors.badRequest];
  if (!voiceNames.includes(voice))
    return refuse(`Voice name ${voice} is not supported. Allowed voice names are: ${voiceNames.join(', ')}`);
  if (readText(contents).length > 4 * 8192) return [400, vendorErrors.tooManyTokens];
  return undefined;
}

/** A transcription model takes sound and its own options only. */
function findSoundRefusal(
  model: string,
  { systemInstruction, generationConfig }: GeminiModelRequest,
): readonly [number, object] | undefined {
  const transcribes = model.includes('transcribe');
  const hasOthers =
    systemInstruction ?? generationConfig.thinkingConfig ?? generationConfig.responseJsonSchema;
  return transcribes === (hasOthers === undefined) ? undefined : [400, vendorErrors.badRequest];
}

function readText(contents: GeminiModelRequest['contents']): string {
  return contents.flatMap(({ parts }) => parts.map(({ text }) => text ?? '')).join('\n');
}

async function composeNormal(
  account: Account,
  request: GeminiRequest,
): Promise<{ mediaType: string; body: Buffer }> {
  if (request.call === 'models') return toJson(composePage(account, request.query));
  const name = readModel(request);
  if (request.call === 'model') {
    const model = account.models.find(each => each.name === name);
    return toJson(model ? describeModel(model) : {});
  }
  if (request.call === 'transcription') return toJson(transcribe(name));
  const isStreamed = request.path.endsWith(':streamGenerateContent');
  const events =
    request.call === 'speech'
      ? speak(name, request.body, isStreamed)
      : await write(name, request.body, { ...account, isStreamed });
  return isStreamed
    ? { mediaType: 'text/event-stream', body: Buffer.from(eventStreamText(events)) }
    : toJson(events.at(-1) ?? {});
}

function transcribe(model: string): object {
  const isOwn = model.includes('transcribe');
  const parts = isOwn ? spokenParts : [{ text: JSON.stringify(writtenTranscript) }];
  return answerBody(model, { parts, finishReason: 'STOP', usage: soundUsage });
}

function toJson(body: object): { mediaType: string; body: Buffer } {
  return { mediaType: 'application/json; charset=UTF-8', body: Buffer.from(JSON.stringify(body)) };
}

function composePage({ models, pageSize }: Account, query: Readonly<Record<string, string>>) {
  const from = Number(query.pageToken ?? 0);
  const to = from + Math.min(pageSize, Number(query.pageSize ?? 50));
  const isMore = to < models.length;
  return { models: models.slice(from, to).map(describeModel), ...(isMore && { nextPageToken: String(to) }) };
}

const tokensPerPicture = 1120;

/** An analysis that names every picture, or the script. */
async function write(
  model: string,
  body: GeminiModelRequest,
  { script, isStreamed }: { script: string | undefined; isStreamed: boolean },
): Promise<object[]> {
  const seen = await namePictureColours(body);
  const text = seen.length > 0 ? seen.join('\n') : (script ?? narrate(body));
  const picture = { modality: 'IMAGE', tokenCount: tokensPerPicture * seen.length };
  const words = { modality: 'TEXT', tokenCount: 300 };
  const usage = {
    promptTokenCount: words.tokenCount + picture.tokenCount,
    candidatesTokenCount: Math.ceil(text.length / 4),
    totalTokenCount: words.tokenCount + picture.tokenCount + Math.ceil(text.length / 4),
    promptTokensDetails: seen.length > 0 ? [words, picture] : [words],
    serviceTier: 'standard',
  };
  if (!isStreamed) return [answerBody(model, { parts: [{ text }], finishReason: 'STOP', usage })];
  const third = Math.ceil(text.length / 3);
  const pieces = [text.slice(0, third), text.slice(third, 2 * third), text.slice(2 * third)];
  return [
    ...pieces.map(piece => answerBody(model, { parts: [{ text: piece }], usage })),
    answerBody(model, {
      parts: [{ text: '', thoughtSignature: 'c3RhbmQtaW4=' }],
      finishReason: 'STOP',
      usage,
    }),
  ];
}

function narrate({ systemInstruction }: GeminiModelRequest): string {
  return narrateAsTold(systemInstruction?.parts.map(({ text }) => text ?? '').join('\n') ?? '');
}

/** A stream's first event has only counts, its last the finish reason; unstreamed, a WAV. */
function speak(
  model: string,
  { contents, generationConfig }: GeminiModelRequest,
  isStreamed: boolean,
): object[] {
  const voice = generationConfig.speechConfig?.voiceConfig.prebuiltVoiceConfig.voiceName ?? '';
  const text = readText(contents);
  const { pcm, tokens } = speakAsPcm(text, getVoiceHz(voice));
  const prompt = { promptTokenCount: Math.ceil(text.length / 4) };
  const usage = {
    ...prompt,
    candidatesTokenCount: tokens,
    candidatesTokensDetails: [{ modality: 'AUDIO', tokenCount: tokens }],
  };
  if (!isStreamed) {
    const parts = [toSoundPart(toWav(pcm), 'audio/wav')];
    return [answerBody(model, { parts, finishReason: 'STOP', usage })];
  }
  return [
    answerBody(model, { usage: prompt }),
    ...cutIntoPieces(pcm).map(piece => answerBody(model, { parts: [toSoundPart(piece)], usage: prompt })),
    answerBody(model, { finishReason: 'STOP', usage }),
  ];
}

export function toSoundPart(bytes: Buffer, mimeType = 'audio/l16; rate=24000; channels=1'): object {
  return { inlineData: { mimeType, data: bytes.toString('base64') } };
}

/** Another tone for each of the vendor's voices. */
export function getVoiceHz(voice: string): number {
  return 120 + 9 * voiceNames.indexOf(voice);
}

function answerNormally({ request, response, normal }: GeminiExchange) {
  response.writeHead(200, { 'content-type': normal.mediaType, 'server-timing': 'gfet4t7; dur=12' });
  if (request.path.endsWith(':streamGenerateContent'))
    for (const event of normal.body.toString().split(/(?<=\r\n\r\n)/u)) response.write(event);
  else response.write(normal.body);
  response.end();
}

/** A refusal with a body of the vendor's. */
export function sendJson(response: ServerResponse, status: number, body: object, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
  response.end(JSON.stringify(body));
}

if (import.meta.main) {
  const standIn = await startGeminiStandIn({ port: Number(process.argv[2] ?? 0) });
  process.stdout.write(`GEMINI_BASE_URL=${standIn.baseUrl}\n`);
}

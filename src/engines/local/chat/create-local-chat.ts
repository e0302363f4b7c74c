import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { z } from 'zod';
import { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { type FilledMessage, fill } from '#shared/messages/message.ts';
import type { FitPictures } from '../../fit-pictures.ts';
import { type ChatAccess, createChatSender, createScript } from '../../openai-compatible/chat.ts';
import type { ModelChoice } from '../../openai-compatible/choose-model.ts';
import { answerKinds, connect } from '../../openai-compatible/connect.ts';
import { createVision } from '../../openai-compatible/vision.ts';
import type { Engines, Readiness } from '../../ports.ts';
import { toSetupError } from '../../provider/failure.ts';
import { fitSaid } from '../../provider/prompt-material.ts';
import { joinNotes } from '../../provider/written-text.ts';
import { wrapScript } from '../../wrap-engine.ts';
import { localProvider, readFreeMemory, toTooLargeError } from '../model-process.ts';
import { type LocalModel, localModels } from '../models/catalogue.ts';
import { type InstalledModel, listInstalledModels } from '../models/installed-models.ts';
import { type ChatHost, createChatHost } from './chat-host.ts';
import { findRuntimeFault } from './llama-process.ts';
import { type ChatEnding, type ChatJob, pictureMark } from './load-llama.ts';

type Chosen =
  | { readonly kind: 'chosen'; readonly installed: InstalledModel; readonly found: string }
  | Extract<Readiness, { kind: 'unable' }>;

/** Looks anew each time. @throws CodedError `client_closed` */
type FindModel = (signal: AbortSignal) => Promise<Chosen>;

interface SearchOptions {
  /** Absolute. */
  readonly modelsFolder: string;
  readonly models: readonly LocalModel[];
  readonly host: ChatHost;
  readonly readFreeMegabytes?: () => number;
}

/** Chooses the first installed model for whose memory there is room, in the order of the catalogue. */
function createModelSearch(options: SearchOptions): FindModel {
  const { modelsFolder, models, host, readFreeMegabytes = readFreeMemory } = options;
  return async signal => {
    const installed = await listInstalledModels(
      modelsFolder,
      models.filter(({ step }) => step === 'look'),
    );
    if (installed.length === 0)
      return unable(fill(engineMessages.localModelMissing), 'Run: npm run models -- check');
    const fault = await findRuntimeFault(signal);
    if (fault !== 'none') return unable(fill(engineMessages.localAiNotRunning), fault);
    const free = readFreeMegabytes();
    const fits = (each: InstalledModel) => host.hasLoaded(each) || each.model.memoryMb <= free;
    const chosen = installed.find(fits);
    if (!chosen) return tooLarge(installed, free);
    const isFirst = chosen === installed[0];
    return {
      kind: 'chosen',
      installed: chosen,
      found: isFirst ? 'installed' : 'the first that fits into free memory',
    };
  };
}

function tooLarge(installed: readonly InstalledModel[], free: number): Chosen {
  const smallest = installed
    .map(({ model }) => model)
    .reduce((one, other) => (one.memoryMb <= other.memoryMb ? one : other));
  const advice = 'End other programs, or get a smaller one: npm run models';
  return { kind: 'unable', error: toTooLargeError(smallest, free, advice) };
}

function unable(message: FilledMessage, advice: string): Chosen {
  return { kind: 'unable', error: toSetupError(message, advice) };
}

const partSchema = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) }),
]);
/** The fields of a chat completion that our adapter sends. */
const questionSchema = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.union([z.string(), z.array(partSchema)]) })),
  max_tokens: z.number(),
  stream: z.boolean().optional(),
});

interface LocalFetchOptions {
  readonly host: ChatHost;
  readonly find: FindModel;
  getRequester(): string | undefined;
}

const never = new AbortController().signal;

/**
 * Answers chat completions by the model on this machine, whole or as a stream whose head comes with its first words. Instead of
 * refusals it throws CodedErrors, also out of the body.
 */
function createLocalFetch({ host, find, getRequester }: LocalFetchOptions): typeof fetch {
  return async (_input, init) => {
    const signal = init?.signal ?? never;
    const { stream, ...question } = questionSchema.parse(await new Response(init?.body).json());
    const call = { requester: getRequester() ?? randomUUID(), signal };
    const chosen = await find(signal);
    if (chosen.kind === 'unable') throw chosen.error;
    const pieces = host.write(chosen.installed, toJob(question), call);
    return stream ? await answerInPieces(pieces) : await answerAtOnce(pieces);
  };
}

function toJob({ messages, max_tokens: maxTokens }: z.output<typeof questionSchema>): ChatJob {
  const pictures: string[] = [];
  const toPart = (part: z.output<typeof partSchema>) => {
    if (part.type === 'text') return toText(part.text);
    pictures.push(part.image_url.url);
    return { type: 'text' as const, text: pictureMark };
  };
  const asked = messages.map(({ role, content }) => ({
    role,
    content: typeof content === 'string' ? [toText(content)] : content.map(toPart),
  }));
  return { messages: asked, pictures, maxTokens };
}

/** Without marks by which the models' templates separate messages, so that a text cannot pretend to be one. */
function toText(text: string) {
  return { type: 'text' as const, text: text.replaceAll(/<(?=\||__media__|(?:start|end)_of_)/gu, '‹') };
}

type Pieces = AsyncGenerator<string, ChatEnding>;

async function answerAtOnce(pieces: Pieces): Promise<Response> {
  let content = '';
  for (;;) {
    const next = await pieces.next();
    if (!next.done) content += next.value;
    else return Response.json({ choices: [{ message: { content }, finish_reason: toReason(next.value) }] });
  }
}

async function answerInPieces(pieces: Pieces): Promise<Response> {
  const first = await pieces.next();
  const body = NodeReadableStream.from<Uint8Array<ArrayBuffer>>(encodeEvents(pieces, first));
  return new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>, {
    headers: { 'content-type': 'text/event-stream' },
  });
}

async function* encodeEvents(pieces: Pieces, first: IteratorResult<string, ChatEnding>) {
  const encoder = new TextEncoder();
  const encodeEvent = (choice: object) =>
    encoder.encode(`data: ${JSON.stringify({ choices: [choice] })}\n\n`);
  try {
    let next = first;
    for (; !next.done; next = await pieces.next()) yield encodeEvent({ delta: { content: next.value } });
    yield encodeEvent({ delta: {}, finish_reason: toReason(next.value) });
    yield encoder.encode('data: [DONE]\n\n');
  } finally {
    await pieces.return({ kind: 'ended', wasCut: true });
  }
}

function toReason({ wasCut }: ChatEnding): string {
  return wasCut ? 'length' : 'stop';
}

/** About 3,000 tokens: the rest of the model's context is for the prompt and the script. */
const longestNotes = 12_000;

export interface LocalChatOptions extends Pick<SearchOptions, 'modelsFolder' | 'readFreeMegabytes'> {
  readonly fitPictures: FitPictures;
  readonly models?: SearchOptions['models'];
  /** The memory of an idle model is freed after this long. */
  readonly restMs?: number;
}

const usualRestMs = 5 * 60_000;
/**
 * A picture is 144 tokens of Qwen3-VL with 512 pixels, 336 with 768. The package for x64 has no AVX: two cores of a Xeon take 30
 * seconds for the one and 90 for the other, measured with random weights in the shape of Qwen3-VL 2B (2026-11).
 */
const maxSidePixels = process.arch === 'x64' ? 512 : 768;
/** What is said, beside the notes, fits into the model's context. */
const maxSaidCharacters = 4000;
/** Of one picture or script, with the wait for others. */
const timeoutMs = 60 * 60_000;
/** Nothing is there: the adapter needs an address. */
const apiUrl = 'http://localhost/v1';

/** Looks and writes with an installed model, through the adapter for compatible servers: with the same prompts and checks. */
export function createLocalChat(options: LocalChatOptions): Pick<Engines, 'vision' | 'script'> {
  const { fitPictures, models = localModels, restMs = usualRestMs } = options;
  const host = createChatHost(restMs);
  const requesters = new AsyncLocalStorage<string | undefined>();
  const find = createModelSearch({ ...options, models, host });
  const choice = createChoice(find);
  const fetch = createLocalFetch({ host, find, getRequester: () => requesters.getStore() });
  const openChat = (kind: 'json' | 'events') => createAccess(fetch, choice, kind);
  const pictures = { fitPictures, maxSidePixels, picturesPerRequest: 1 };
  const vision = createVision(openChat('json'), choice, pictures);
  // Usage is not noted, because it costs nothing.
  const script = wrapScript(createScript(openChat('events'), choice), (request, write) =>
    write({
      ...request,
      ...('analysis' in request && {
        analysis: cutNotes(request.analysis),
        said: fitSaid(request.said ?? [], maxSaidCharacters),
      }),
      noteUsage: undefined,
    }),
  );
  return {
    vision: {
      ...vision,
      provider: localProvider,
      get model() {
        return choice.model;
      },
      readLoad: host.readLoad,
      close: host.close,
      analyze: request =>
        requesters.run(request.requester, () => vision.analyze({ ...request, noteUsage: undefined })),
    },
    script: {
      ...script,
      provider: localProvider,
      get model() {
        return choice.model;
      },
    },
  };
}

function createChoice(find: FindModel): ModelChoice {
  let model: string | undefined;
  return {
    get model() {
      return model;
    },
    async checkReadiness(signal) {
      const chosen = await find(signal);
      if (chosen.kind === 'unable') return chosen;
      model = chosen.installed.model.title;
      return { kind: 'ready', model, found: chosen.found };
    },
    require: async signal => {
      const chosen = await find(signal);
      if (chosen.kind === 'unable') throw chosen.error;
      model = chosen.installed.model.title;
      return { name: model, kind: 'llama.cpp', apiUrl };
    },
    reject() {},
  };
}

function createAccess(
  fetch: typeof globalThis.fetch,
  choice: ModelChoice,
  kind: 'json' | 'events',
): ChatAccess {
  const access = { apiKey: undefined, baseUrl: apiUrl, timeoutMs, maxRetries: 0, fetch };
  const connection = connect(access, answerKinds[kind]);
  return {
    connection: {
      ...connection,
      mapError: (error, signal) => connection.mapError(signal.aborted ? error : findOwnError(error), signal),
    },
    sender: createChatSender({ isVendor: false }, choice),
  };
}

/** What {@link createLocalFetch} threw, without what was made of it on its way. */
function findOwnError(error: unknown): unknown {
  let own = error;
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof CodedError) own = each;
  return own;
}

/** Notes on a long video that fit into the model's context. */
export function cutNotes(notes: string): string {
  return joinNotes(notes.split('\n\n'), longestNotes).slice(0, longestNotes);
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { CodedError } from '#shared/errors.ts';
import type { FitPictures } from '../../fit-pictures.ts';
import { type ChatAccess, createScript } from '../../openai-compatible/chat.ts';
import { createChatSender } from '../../openai-compatible/chat-request.ts';
import type { ModelChoice } from '../../openai-compatible/choose-model.ts';
import { answerKinds, connect } from '../../openai-compatible/connect.ts';
import { createVision } from '../../openai-compatible/vision.ts';
import type { Engines } from '../../ports.ts';
import { fitSaid } from '../../provider/said-prompt.ts';
import { joinNotes } from '../../provider/whole-sentences.ts';
import { wrapScript } from '../../wrap-engine.ts';
import { localProvider } from '../model-process.ts';
import { localModels } from '../models/catalogue.ts';
import { createChatHost } from './chat-host.ts';
import { createModelSearch, type FindModel, type SearchOptions } from './choose-installed.ts';
import { createLocalFetch } from './local-fetch.ts';

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
    sender: createChatSender({ memory: new Map(), isVendor: false }, choice),
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

import { randomUUID } from 'node:crypto';
import { limitSignal, limitTime } from '#shared/async/limit-time.ts';
import { toCancelledError } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { maxTextTokens } from '#shared/limits.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { type FilledMessage, fill } from '#shared/messages/message.ts';
import { splitPeople } from '#shared/narration/seen-people.ts';
import {
  type Chat,
  type ChatAnswer,
  type ChatQuestion,
  createScript,
  filterThoughts,
} from '../../openai-compatible/chat.ts';
import { createVision } from '../../openai-compatible/vision.ts';
import type { Engines, FitPictures, Readiness } from '../../ports.ts';
import { fitSaid } from '../../prompts/material.ts';
import { toSetupError } from '../../provider/failure.ts';
import { joinSeen } from '../../provider/look-by-prompt.ts';
import { longestIdleMs } from '../../provider/prepare-connection.ts';
import type { WrittenPiece } from '../../provider/written-text.ts';
import { override, wrapScript } from '../../wrap-engine.ts';
import {
  localProvider,
  type ModelProcessOptions,
  readFreeMemory,
  toTooLargeError,
  usualRestMs,
} from '../model-process.ts';
import { type LocalModel, localModels } from '../models/catalogue.ts';
import { type InstalledModel, listInstalledModels } from '../models/installed-models.ts';
import { type ChatHost, createChatHost, findRuntimeFault } from './chat-host.ts';
import { type ChatJob, pictureMark } from './load-llama.ts';

type Chosen =
  | { readonly kind: 'chosen'; readonly installed: InstalledModel; readonly found: string }
  | Extract<Readiness, { kind: 'unable' }>;

/** The first installed model for whose memory there is room, in the order of the catalogue. */
async function chooseInstalled(
  { modelsFolder, models = localModels, readFreeMegabytes = readFreeMemory }: LocalChatOptions,
  host: ChatHost,
  signal: AbortSignal,
): Promise<Chosen> {
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
  if (!chosen) {
    const smallest = installed
      .map(({ model }) => model)
      .reduce((one, other) => (one.memoryMb <= other.memoryMb ? one : other));
    const advice = 'End other programs, or get a smaller one: npm run models';
    return { kind: 'unable', error: toTooLargeError(smallest, free, advice) };
  }
  const found = chosen === installed[0] ? 'installed' : 'the first that fits into free memory';
  return { kind: 'chosen', installed: chosen, found };
}

function unable(message: FilledMessage, advice: string): Chosen {
  return { kind: 'unable', error: toSetupError(message, advice) };
}

/** About 3,000 tokens: the rest of the model's context is for the prompt and the script. */
const longestNotes = 12_000;

export interface LocalChatOptions extends ModelProcessOptions {
  readonly modelsFolder: string;
  readonly fitPictures: FitPictures;
  readonly models?: readonly LocalModel[];
  /** Longest wait for the next piece of an answer that began. */
  readonly idleMs?: number;
  /** Of an answer, thoughts included. */
  readonly maxTokens?: number;
}

/**
 * A picture is 144 tokens of Qwen3-VL with 512 pixels, 336 with 768. The package for x64 has no AVX: two cores of a Xeon take 30
 * seconds for the one and 90 for the other, measured with random weights in the shape of Qwen3-VL 2B (2026-11).
 */
const maxSidePixels = process.arch === 'x64' ? 512 : 768;
/** What is said, beside the notes, fits into the model's context. */
const maxSaidCharacters = 4000;
/** Of one picture or script, with the wait for others. */
const timeoutMs = 60 * 60_000;
/** For a model that spent its tokens on thinking, as on compatible servers. */
const moreTokens = 4;

/** Looks and writes with an installed model, with the prompts and checks of compatible servers. */
export function createLocalChat(options: LocalChatOptions): Pick<Engines, 'vision' | 'script'> {
  const { fitPictures, restMs = usualRestMs, idleMs = longestIdleMs, maxTokens = maxTextTokens } = options;
  const host = createChatHost(restMs);
  const thinking = new Set<string>();
  let model: string | undefined;

  async function choose(signal: AbortSignal): Promise<Chosen> {
    const chosen = await chooseInstalled(options, host, signal);
    if (chosen.kind === 'chosen') model = chosen.installed.model.title;
    return chosen;
  }

  async function* stream(question: ChatQuestion): AsyncGenerator<WrittenPiece> {
    const silent = new AbortController();
    const late = new CodedError('provider_timeout');
    using limited = limitSignal(timeoutMs, AbortSignal.any([question.signal, silent.signal]), late);
    const chosen = await choose(limited.signal);
    if (chosen.kind === 'unable') throw chosen.error;
    const { name } = chosen.installed.model;
    const mayThinkMore = !thinking.has(name);
    const job = toJob(question, mayThinkMore ? maxTokens : moreTokens * maxTokens);
    const call = { requester: question.requester ?? randomUUID(), signal: limited.signal };
    const pieces = host.write(chosen.installed, job, call);
    const thoughts = filterThoughts();
    let hasText = false;
    try {
      let next = await pieces.next();
      while (!next.done) {
        const text = thoughts.push(next.value);
        hasText ||= text.trim() !== '';
        yield { text };
        const callOff = limitTime(idleMs, () => silent.abort(late));
        next = await pieces.next().finally(callOff);
      }
      const text = thoughts.end();
      if (next.value.wasCut && mayThinkMore && !hasText && text.trim() === '') {
        thinking.add(name);
        return yield* stream(question);
      }
      yield { text, ending: next.value.wasCut ? 'cut' : 'whole' };
    } finally {
      await pieces.return({ kind: 'ended', wasCut: true });
    }
  }

  async function ask(question: ChatQuestion): Promise<ChatAnswer> {
    const pieces = await Array.fromAsync(stream(question));
    return { text: pieces.map(({ text }) => text).join(''), wasCut: pieces.at(-1)?.ending === 'cut' };
  }

  const choice = {
    get model() {
      return model;
    },
    async checkReadiness(signal: AbortSignal): Promise<Readiness> {
      const chosen = await choose(signal);
      if (chosen.kind === 'unable') return chosen;
      return { kind: 'ready', model, found: chosen.found, languages: chosen.installed.model.languages };
    },
  };
  const chat: Chat = {
    provider: localProvider,
    baseUrl: undefined,
    isVendor: false,
    choice,
    mapError(error, signal) {
      if (signal.aborted) return toCancelledError(signal);
      return error instanceof CodedError ? error : new CodedError('internal', { cause: error });
    },
    ask,
    stream,
  };
  const vision = createVision(chat, { fitPictures, maxSidePixels, picturesPerRequest: 1 });
  const script = wrapScript(createScript(chat), (request, write) =>
    write({
      ...request,
      ...('analysis' in request && {
        analysis: cutNotes(request.analysis),
        said: fitSaid(request.said ?? [], maxSaidCharacters),
      }),
    }),
  );
  return {
    vision: override(vision, { readLoad: host.readLoad, close: host.close }),
    script,
  };
}

function toJob({ system, user }: ChatQuestion, maxTokens: number): ChatJob {
  const parts = typeof user === 'string' ? [{ type: 'text' as const, text: user }] : user;
  const content = parts.map(part =>
    part.type === 'text' ? toText(part.text) : { type: 'text' as const, text: pictureMark },
  );
  const pictures = parts.flatMap(part => (part.type === 'image_url' ? [part.image_url.url] : []));
  const messages = [
    { role: 'system', content: [toText(system)] },
    { role: 'user', content },
  ];
  return { messages, pictures, maxTokens };
}

/** Without marks by which the models' templates separate messages, so that a text cannot pretend to be one. */
function toText(text: string) {
  return { type: 'text' as const, text: text.replaceAll(/<(?=\||__media__|(?:start|end)_of_)/gu, '‹') };
}

export function cutNotes(notes: string): string {
  if (notes.length <= longestNotes) return notes;
  const { people, rest } = splitPeople(notes);
  return joinSeen(rest.split('\n\n'), people, longestNotes).slice(0, longestNotes);
}

import { type ChatStandIn, json, type PlainAnswer, startChatStandIn, text } from './chat-stand-in.ts';
import { joinTexts, listPictures } from './picture-colours.ts';
import type { ReceivedMessage } from './provider-stand-in.ts';

/**
 * Ollama by its source (github.com/ollama/ollama at fb30760, 0.33.0-rc2): api/types.go, server/routes.go,
 * server/prompt.go, middleware/openai.go, openai/openai.go; before 0.30 (v0.24.0) its list of models had no
 * capabilities.
 */

export interface OllamaModel {
  readonly name: string;
  /** types/model/capability.go */
  readonly capabilities: readonly string[];
  readonly contextLength: number;
  /** Tokens that a picture costs. */
  readonly pictureTokens?: number;
  readonly remoteHost?: string;
}

export interface OllamaOptions {
  readonly port?: number;
  readonly models?: readonly OllamaModel[];
  /** `OLLAMA_CONTEXT_LENGTH`; 4,096 below 23 GiB of video memory. */
  readonly contextTokens?: number;
  /** As before 0.30: capabilities only in `/api/show`. */
  readonly isOld?: boolean;
}

export interface OllamaStandIn extends ChatStandIn {
  install(...models: readonly OllamaModel[]): void;
}

export const ollamaModels = {
  gemma: {
    name: 'gemma3:4b',
    capabilities: ['completion', 'vision'],
    contextLength: 131_072,
    pictureTokens: 256,
  },
  llama: { name: 'llama3.2:3b', capabilities: ['completion', 'tools'], contextLength: 131_072 },
  qwen: { name: 'qwen3:8b', capabilities: ['completion', 'tools', 'thinking'], contextLength: 40_960 },
  embedding: { name: 'nomic-embed-text:latest', capabilities: ['embedding'], contextLength: 8192 },
  cloud: {
    name: 'qwen3-vl:235b-cloud',
    capabilities: ['completion', 'vision'],
    contextLength: 262_144,
    remoteHost: 'https://ollama.com:443',
  },
} as const satisfies Record<string, OllamaModel>;

/** `node tests/support/ollama-stand-in.ts [port]` runs it alone. */
export async function startOllamaStandIn({
  port = 0,
  models = Object.values(ollamaModels),
  contextTokens = 4096,
  isOld = false,
}: OllamaOptions = {}): Promise<OllamaStandIn> {
  let installed = models;
  const running = new Set<string>();
  const standIn = await startChatStandIn(
    {
      thoughtField: 'reasoning',
      extras: { system_fingerprint: 'fp_ollama' },
      answer: message => answer(message, { installed, running, contextTokens, isOld }),
      notFound: () => text(404, '404 page not found'),
      chat: body => {
        const model = installed.find(({ name }) => name === body.model || name === `${body.model}:latest`);
        if (model) running.add(model.name);
        return model ? chat(body, model, contextTokens) : missing(body.model);
      },
    },
    port,
  );
  return {
    ...standIn,
    install: (...changed) => {
      installed = changed;
    },
  };
}

interface State {
  readonly installed: readonly OllamaModel[];
  readonly running: ReadonlySet<string>;
  readonly contextTokens: number;
  readonly isOld: boolean;
}

function answer({ method, path, body }: ReceivedMessage, state: State): PlainAnswer | undefined {
  const { installed, running, contextTokens, isOld } = state;
  if (method === 'POST') return path === '/api/show' ? show(body?.model, installed) : undefined;
  if (path === '/') return text(200, 'Ollama is running', 'text/plain; charset=utf-8');
  if (path === '/api/version') return json(200, { version: isOld ? '0.24.0' : '0.32.15' });
  if (path === '/api/tags') return json(200, { models: installed.map(model => describeTag(model, isOld)) });
  if (path === '/api/ps')
    return json(200, {
      models: [...running].map(name => ({ name, model: name, context_length: contextTokens })),
    });
  // An empty list is null in Go.
  if (path === '/v1/models') return json(200, { object: 'list', data: listPlain(installed) });
  if (path.startsWith('/v1/models/')) return missing(path.replace('/v1/models/', ''));
  return undefined;
}

function listPlain(installed: readonly OllamaModel[]): object[] | null {
  if (installed.length === 0) return null;
  return installed.map(({ name }) => ({
    id: name,
    object: 'model',
    created: 1_754_812_008,
    owned_by: 'library',
  }));
}

function describeTag({ name, capabilities, contextLength, remoteHost }: OllamaModel, isOld: boolean): object {
  const details = { parent_model: '', format: 'gguf', family: 'gemma3', families: ['gemma3'] };
  return {
    name,
    model: name,
    ...(remoteHost && { remote_model: name.replace('-cloud', ''), remote_host: remoteHost }),
    modified_at: '2026-08-10T08:06:48.639712648-07:00',
    size: 3_338_801_804,
    digest: 'a2af6cc3eb7fa8be8504abaf9b04e88f17a119ec3f04a3addf55f92841195f5a',
    details: isOld ? details : { ...details, context_length: contextLength, embedding_length: 2560 },
    ...(!isOld && { capabilities }),
  };
}

function show(name: unknown, installed: readonly OllamaModel[]): PlainAnswer {
  const model = installed.find(each => each.name === name);
  if (!model) return json(404, { error: `model '${String(name)}' not found` });
  return json(200, {
    template: '{{ .Prompt }}',
    details: { parent_model: '', format: 'gguf', family: 'gemma3' },
    model_info: { 'general.architecture': 'gemma3', 'gemma3.context_length': model.contextLength },
    capabilities: model.capabilities,
    modified_at: '2026-08-10T08:06:48.639712648-07:00',
  });
}

function missing(name: string): PlainAnswer {
  return refuse(404, `model '${name}' not found`);
}

function refuse(status: 400 | 404 | 500, message: string): PlainAnswer {
  const types = { 400: 'invalid_request_error', 404: 'not_found_error', 500: 'api_error' };
  return json(status, { error: { message, type: types[status], param: null, code: null } });
}

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'ultra', 'max'];

// biome-ignore lint/suspicious/noExplicitAny: a request as it came.
function chat(body: any, model: OllamaModel, contextTokens: number) {
  const { capabilities, name, pictureTokens = 0 } = model;
  if (!capabilities.includes('completion')) return refuse(400, `"${name}" does not support chat`);
  const effort = body.reasoning_effort;
  const thinks = capabilities.includes('thinking');
  if (effort !== undefined && !efforts.includes(effort))
    return refuse(
      400,
      `invalid reasoning value: "${effort}" (must be "minimal", "low", "medium", "high", "xhigh", "ultra", "max", or "none")`,
    );
  if (effort !== undefined && effort !== 'none' && !thinks)
    return refuse(400, `"${name}" does not support thinking`);
  const pictures = listPictures(body).length;
  if (pictures > 0 && !capabilities.includes('vision'))
    return refuse(400, 'Multimodal data provided, but model does not support multimodal requests.');
  const promptTokens = Math.ceil(joinTexts(body).length / 4) + pictures * pictureTokens;
  if (promptTokens >= contextTokens) return refuseTooLong(promptTokens, contextTokens);
  return { promptTokens, ...(thinks && effort !== 'none' && thinkUntilTheEnd(body)) };
}

/** A thinking model uses its tokens for thoughts first; `max_completion_tokens` is unknown here. */
function thinkUntilTheEnd({ max_tokens: most = Number.POSITIVE_INFINITY }: { max_tokens?: number }) {
  const thought = 'The user wants a narration, so I need to think about the dog.';
  return most < 2000 ? { content: '', thought, finishReason: 'length' } : { thought };
}

/** The inner server's body is the message, as JSON (0.30.7: microsoft/vscode issue 320558). */
function refuseTooLong(tokens: number, contextTokens: number): PlainAnswer {
  const inner = {
    code: 400,
    message: `request (${tokens} tokens) exceeds the available context size (${contextTokens} tokens), try increasing it`,
    type: 'exceed_context_size_error',
    n_prompt_tokens: tokens,
    n_ctx: contextTokens,
  };
  return refuse(400, JSON.stringify({ error: inner }));
}

if (import.meta.main) {
  const standIn = await startOllamaStandIn({ port: Number(process.argv[2] ?? 0) });
  process.stdout.write(`OPENAI_BASE_URL=${standIn.baseUrl}\n`);
}

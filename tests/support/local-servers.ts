import { type ChatStandIn, json, type PlainAnswer, startChatStandIn, text } from './chat-stand-in.ts';
import { listPictures } from './picture-colours.ts';

/** Local servers besides Ollama, each with its own lists. */

/**
 * LM Studio 0.4 (lmstudio-ai/docs at c6854fb, 1_developer/2_rest/list.md; lmstudio-bug-tracker 618 and 1879: unknown
 * paths are 200).
 * @param isOld as before 0.4.0: only /api/v0/models
 */
export function startLmStudioStandIn({ isOld = false } = {}): Promise<ChatStandIn> {
  const models = [
    { name: 'qwen/qwen3-vl-8b', type: 'llm', vision: true, most: 262_144 },
    { name: 'openai/gpt-oss-20b', type: 'llm', vision: false, most: 131_072 },
    { name: 'text-embedding-nomic-embed-text-v1.5', type: 'embedding', vision: false, most: 2048 },
  ];
  const lists: Record<string, () => object> = {
    '/v1/models': () => ({
      data: models.map(({ name }) => ({ id: name, object: 'model', owned_by: 'organization_owner' })),
      object: 'list',
    }),
    '/api/v1/models': () => ({
      models: models.map(({ name, type, vision, most }) => ({
        type,
        publisher: name.split('/')[0],
        key: name,
        display_name: name,
        quantization: { name: 'Q4_K_M', bits_per_weight: 4 },
        loaded_instances: vision ? [{ id: name, config: { context_length: 4096, parallel: 4 } }] : [],
        max_context_length: most,
        format: 'gguf',
        ...(type === 'llm' && { capabilities: { vision, trained_for_tool_use: true } }),
      })),
    }),
    '/api/v0/models': () => ({
      object: 'list',
      data: models.map(({ name, type, vision, most }) => ({
        id: name,
        object: 'model',
        type: type === 'embedding' ? 'embeddings' : vision ? 'vlm' : 'llm',
        state: 'not-loaded',
        max_context_length: most,
      })),
    }),
  };
  if (isOld) delete lists['/api/v1/models'];
  else delete lists['/api/v0/models'];
  const unknown = (method: string, path: string) =>
    json(200, { error: `Unexpected endpoint or method. (${method} ${path})` });
  return startChatStandIn({
    headers: { 'x-powered-by': 'Express' },
    thoughtField: 'reasoning_content',
    answer: ({ method, path }) => {
      const list = method === 'GET' ? lists[path] : undefined;
      return list && json(200, list());
    },
    notFound: ({ method, path }) => unknown(method, path),
    chat: body => {
      if (models.some(({ name }) => name === body.model)) return {};
      const message =
        "No models loaded. Please load a model in the developer page or use the 'lms load' command.";
      return json(400, { error: { message, type: 'invalid_request_error', param: 'model', code: null } });
    },
  });
}

/**
 * llama.cpp's llama-server with one model (tools/server: server-http.cpp and server-context.cpp, README.md, 2026): the
 * model name of a request is ignored, a picture without a projector is a 500.
 * @param sees whether a projector is loaded
 */
export function startLlamaCppStandIn({ sees = true } = {}): Promise<ChatStandIn> {
  const name = 'gemma-3-4b';
  const meta = { vocab_type: 1, n_vocab: 262_144, n_ctx: 8192, n_ctx_train: 131_072, n_embd: 2560 };
  const model = {
    id: name,
    aliases: [],
    tags: [],
    object: 'model',
    created: 1_765_000_000,
    owned_by: 'llamacpp',
    meta,
  };
  const capabilities = sees ? ['completion', 'multimodal'] : ['completion'];
  const bodies: Record<string, object> = {
    '/v1/models': { models: [{ name, model: name, capabilities }], object: 'list', data: [model] },
    '/props': {
      default_generation_settings: { params: {}, n_ctx: 8192 },
      total_slots: 1,
      model_path: '/models/gemma-3-4b.gguf',
      modalities: { vision: sees, video: false, audio: false },
      build_info: 'b10488-0000000',
      is_sleeping: false,
    },
  };
  // Both with and without /v1.
  bodies['/models'] = bodies['/v1/models'] ?? {};
  return startChatStandIn({
    headers: { server: 'llama.cpp' },
    chatPaths: ['/v1/chat/completions', '/chat/completions'],
    thoughtField: 'reasoning_content',
    answersAs: name,
    answer: ({ method, path }) => {
      if (method === 'GET' && path === '/')
        return text(200, '<!doctype html><title>llama.cpp</title>', 'text/html');
      const body = method === 'GET' ? bodies[path] : undefined;
      return body && json(200, body);
    },
    notFound: () => json(404, { error: { message: 'File Not Found', type: 'not_found_error', code: 404 } }),
    chat: body => {
      if (listPictures(body).length > 0 && !sees) return llamaCppSeesNothing;
      return thinkInTemplate(body);
    },
  });
}

const llamaCppSeesNothing: PlainAnswer = json(500, {
  error: {
    code: 500,
    message: 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
    type: 'server_error',
  },
});

/** Before July 2026 only its template's option worked (pull request 26045). */
// biome-ignore lint/suspicious/noExplicitAny: a request as it came.
function thinkInTemplate(body: any) {
  const thought = 'The user wants a narration.';
  return body.chat_template_kwargs?.enable_thinking === false ? {} : { thought };
}

/**
 * LocalAI 4.9 (mudler/LocalAI at 82c191a: core/http/endpoints/openai/list.go, routes/ollama.go): it imitates Ollama,
 * and lists every kind of model; a file without a configuration has nulls.
 */
export function startLocalAiStandIn(): Promise<ChatStandIn> {
  const models = [
    { id: 'gemma-3-4b', capabilities: ['chat', 'completion', 'vision'], input_modalities: ['text', 'image'] },
    { id: 'llama-3.2-3b', capabilities: ['chat', 'completion', 'tools'], input_modalities: ['text'] },
    { id: 'kokoro', capabilities: ['tts'], input_modalities: ['text'] },
    { id: 'ace-step', capabilities: ['sound_generation', 'tts'], input_modalities: ['text'] },
    { id: 'depth-anything', capabilities: ['detection'], input_modalities: ['image'] },
    { id: 'loose-file.gguf', capabilities: null, input_modalities: null },
  ];
  const bodies: Record<string, object> = {
    '/v1/models': { object: 'list', data: models.map(({ id }) => ({ id, object: 'model' })) },
    '/v1/models/capabilities': {
      object: 'list',
      data: models.map(each => ({
        ...each,
        object: 'model',
        output_modalities: each.capabilities && ['text'],
      })),
    },
    '/api/version': { version: '0.9.0' },
    '/api/tags': {
      models: models.map(({ id }) => ({ name: `${id}:latest`, model: `${id}:latest`, size: 0 })),
    },
    '/api/ps': { models: [] },
  };
  return startChatStandIn({
    headers: { 'x-correlation-id': '7b6d1a0c-0000-4000-8000-000000000000' },
    chatPaths: ['/v1/chat/completions', '/chat/completions'],
    thoughtField: 'reasoning',
    answer: ({ method, path }) => {
      const body = method === 'GET' ? (bodies[path] ?? bodies[`/v1${path}`]) : undefined;
      return body && json(200, body);
    },
    notFound: ({ headers }) =>
      headers.accept?.includes('text/html')
        ? text(200, '<!doctype html><title>LocalAI</title>', 'text/html')
        : json(404, { error: { code: 404, message: 'Resource not found', type: '' } }),
    chat: body => {
      if (models.some(({ id }) => id === body.model)) return {};
      const message = `model "${body.model}" not found. To see available models, call GET /v1/models`;
      return json(404, { error: { code: 404, message, type: 'invalid_request_error' } });
    },
  });
}

/**
 * vLLM (entrypoints/openai/models/serving.py and chat_completion/protocol.py, 2026): one model, without a flag for
 * vision; before 0.16 it refused `none` for `reasoning_effort`.
 * @param isOld as before 0.16, with errors that are not inside `error`
 * @param sees whether its model takes pictures
 */
export function startVllmStandIn({ isOld = false, sees = true } = {}): Promise<ChatStandIn> {
  const id = 'Qwen/Qwen3-VL-8B-Instruct';
  const model = {
    id,
    object: 'model',
    created: 1_765_000_000,
    owned_by: 'vllm',
    root: id,
    parent: null,
    max_model_len: 32_768,
  };
  const refuse = (status: number, message: string, type: string, param: string | null): PlainAnswer =>
    isOld
      ? json(status, { object: 'error', message, type, param, code: status })
      : json(status, { error: { message, type, param, code: status } });
  return startChatStandIn({
    headers: { server: 'uvicorn' },
    thoughtField: 'reasoning',
    answer: ({ method, path }) =>
      method === 'GET' && path === '/v1/models' ? json(200, { object: 'list', data: [model] }) : undefined,
    notFound: () => json(404, { detail: 'Not Found' }),
    chat: body => {
      if (body.model !== id)
        return refuse(404, `The model \`${body.model}\` does not exist.`, 'NotFoundError', 'model');
      if (isOld && body.reasoning_effort === 'none')
        return refuse(400, oldEffortRefusal, 'Bad Request', null);
      if (!sees && listPictures(body).length > 0)
        return refuse(400, 'At most 0 image(s) may be provided in one prompt.', 'BadRequestError', 'image');
      return thinkInTemplate(body);
    },
  });
}

/** Pydantic's text, as vLLM passes it on. */
const oldEffortRefusal =
  "[{'type': 'literal_error', 'loc': ('body', 'reasoning_effort'), 'msg': \"Input should be 'low', 'medium' or 'high'\", 'input': 'none'}]";

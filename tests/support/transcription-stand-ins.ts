import type { ServerResponse } from 'node:http';
import {
  groqBody,
  jsonBody,
  localAiBody,
  mistralBody,
  speachesBody,
  vllmBody,
  whisperCppBody,
} from './openai-transcriptions.ts';
import { type ProviderRequest, type ProviderStandIn, startProviderStandIn } from './provider-stand-in.ts';

type Call = 'list' | 'transcription';
type Answer = readonly [status: number, body: object | string];

/** The fields of a form. */
interface Fields {
  readonly model: string;
  readonly response_format?: string;
  readonly language?: string;
  readonly timestamp_granularities?: string;
  readonly 'timestamp_granularities[]'?: readonly string[];
}

interface Character {
  readonly lists: Readonly<Record<string, object>>;
  answer(fields: Fields): Answer;
}

const model = (id: string, more: object = {}) => ({ id, object: 'model', created: 1_786_000_000, ...more });
const listOf = (...data: readonly object[]) => ({ object: 'list', data });
const plainBody = { text: jsonBody.text };
const isVerbose = ({ response_format }: Fields) => response_format === 'verbose_json';

/** Servers other than OpenAI's, by the sources in `openai-transcriptions.ts`. */
const characters = {
  /** console.groq.com/docs/models */
  groq: {
    lists: {
      '/models': listOf(
        model('llama-3.3-70b-versatile', { owned_by: 'Meta', context_window: 131_072 }),
        model('whisper-large-v3-turbo', { owned_by: 'OpenAI', context_window: 448 }),
        model('whisper-large-v3', { owned_by: 'OpenAI', context_window: 448 }),
      ),
    },
    answer: fields => [200, isVerbose(fields) ? groqBody : { ...plainBody, x_groq: groqBody.x_groq }],
  },
  speaches: {
    lists: {
      '/models': listOf(
        model('speaches-ai/Kokoro-82M-v1.0-ONNX', { owned_by: 'speaches-ai', task: 'text-to-speech' }),
        model('Systran/faster-whisper-small', { owned_by: 'Systran', task: 'automatic-speech-recognition' }),
      ),
    },
    answer: fields => [200, isVerbose(fields) ? speachesBody : plainBody],
  },
  /** core/http/endpoints/openai/list_capabilities.go */
  localAi: {
    lists: {
      '/models': listOf({ id: 'gpt-4', object: 'model' }, { id: 'ears', object: 'model' }),
      '/models/capabilities': listOf(
        { id: 'gpt-4', object: 'model', capabilities: ['chat', 'completion'] },
        { id: 'ears', object: 'model', capabilities: ['transcript'] },
      ),
    },
    answer: () => [200, localAiBody],
  },
  vllm: {
    lists: {
      '/models': listOf(model('openai/whisper-large-v3', { owned_by: 'vllm', max_model_len: 448 })),
    },
    answer: fields => [200, isVerbose(fields) ? vllmBody : plainBody],
  },
  /** Refuses in the words of vllm/entrypoints/openai/speech_to_text/speech_to_text.py. */
  vllmWithoutTimes: {
    lists: {
      '/models': listOf(model('Qwen/Qwen3-ASR-1.7B', { owned_by: 'vllm', max_model_len: 65_536 })),
    },
    answer: fields =>
      isVerbose(fields)
        ? [400, vllmError(`Currently do not support verbose_json for ${fields.model}`)]
        : [200, { ...plainBody, usage: { type: 'duration', seconds: 5 } }],
  },
  vllmWithoutSound: {
    lists: { '/models': listOf(model('Qwen/Qwen3-VL-8B-Instruct', { owned_by: 'vllm' })) },
    answer: () => [400, vllmError('The model does not support Transcriptions API')],
  },
  /** Its only path is the one of `--inference-path`. */
  whisperCpp: {
    lists: {},
    answer: fields => [200, isVerbose(fields) ? whisperCppBody : { text: whisperCppBody.text }],
  },
  mistral: {
    lists: {
      '/models': listOf(
        mistralModel('mistral-small-latest', { completion_chat: true, audio_transcription: false }),
        mistralModel('voxtral-small-2507', { completion_chat: true, audio_transcription: false }),
        mistralModel('voxtral-mini-transcribe-3-0', { completion_chat: false, audio_transcription: true }),
      ),
    },
    answer: ({ timestamp_granularities: times, language, response_format }) =>
      response_format !== undefined || times === 'word' || (times && language)
        ? [400, { object: 'error', message: 'Invalid request', type: 'invalid_request_error', code: 3051 }]
        : [200, mistralBody],
  },
} satisfies Readonly<Record<string, Character>>;

function vllmError(message: string) {
  return { error: { message, type: 'BadRequestError', param: null, code: 400 } };
}

function mistralModel(id: string, capabilities: object) {
  return model(id, { owned_by: 'mistralai', capabilities: { vision: false, ...capabilities } });
}

export interface TranscriptionStandIn extends ProviderStandIn<Call> {
  readonly baseUrl: string;
  /** The forms that it got. */
  readonly forms: readonly ProviderRequest<Call>['body'][];
}

/** A real local HTTP server with the transcription API of one of {@link characters}. */
export async function startTranscriptionServer(name: keyof typeof characters): Promise<TranscriptionStandIn> {
  const { lists, answer }: Character = characters[name];
  const standIn = await startProviderStandIn<Call>(0, {
    findCall: ({ method, path }) => {
      if (method === 'POST') return path === '/v1/audio/transcriptions' ? 'transcription' : undefined;
      return path.replace('/v1', '') in lists ? 'list' : undefined;
    },
    sendNotFound: response => send(response, [404, 'File Not Found']),
    answer: async ({ request, response, inside }, reported) => {
      const list = lists[request.path.replace('/v1', '')];
      const answered = list ? ([200, list] as const) : answer(request.body);
      const normal = { mediaType: 'application/json', body: Buffer.from(JSON.stringify(answered[1])) };
      if (reported) await reported({ request, response, inside, normal });
      else send(response, answered);
    },
  });
  return {
    ...standIn,
    baseUrl: `${standIn.origin}/v1`,
    get forms() {
      return standIn.requests.filter(({ call }) => call === 'transcription').map(({ body }) => body);
    },
  };
}

function send(response: ServerResponse, [status, body]: Answer) {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' });
  response.end(isText ? body : JSON.stringify(body));
}

import type { ServerResponse } from 'node:http';
import {
  type ProviderExchange,
  type ProviderRequest,
  type ProviderStandIn,
  startProviderStandIn,
} from './provider-stand-in.ts';
import { findToneSeconds, makeToneFrames, makeToneSamples, toWave } from './tone-speech.ts';

export type SpeechServerCall = 'list' | 'speech';

export interface SpeechServerStandIn extends ProviderStandIn<SpeechServerCall> {
  /** The value of `OPENAI_SPEECH_BASE_URL`. */
  readonly baseUrl: string;
  readonly spoken: readonly ProviderRequest<SpeechServerCall>[];
}

type Refusal = readonly [status: number, body: object];
interface Sound {
  readonly mediaType: string;
  readonly body: Buffer;
}

/** Differences between servers. */
interface Character {
  /** The `server` header of its answers. */
  readonly server?: string;
  /** The API's base path. */
  readonly root?: string;
  /** Below the root; `/audio/speech` by default. */
  readonly speechPath?: string;
  /** Answers to GET, by path and query below the root. */
  readonly lists: Readonly<Record<string, object>>;
  readonly notFound: Refusal;
  // biome-ignore lint/suspicious/noExplicitAny: each server reads its own fields.
  readonly refuse: (body: any) => Refusal | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly speak: (body: any) => Sound | Promise<Sound>;
}

/** A real local HTTP server with the API of one of {@link characters}. */
export async function startSpeechServer(
  name: keyof typeof characters,
  { port = 0 } = {},
): Promise<SpeechServerStandIn> {
  const character: Character = characters[name];
  const { server = 'uvicorn', root = '/v1', speechPath = '/audio/speech' } = character;
  const { lists, notFound, refuse, speak } = character;
  const sendJson = (response: ServerResponse, [status, body]: Refusal) => {
    response.writeHead(status, { server, 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  const standIn = await startProviderStandIn<SpeechServerCall>(port, {
    findCall: ({ method, path, query }) => {
      if (method === 'POST') return path === `${root}${speechPath}` ? 'speech' : undefined;
      return toKey(path, query, root) in lists ? 'list' : undefined;
    },
    sendNotFound: response => sendJson(response, notFound),
    answer: async (exchange, reported) => {
      const { request, response } = exchange;
      const { body, path, query, call } = request;
      const refusal = call === 'speech' ? refuse(body) : undefined;
      if (refusal && !reported) return sendJson(response, refusal);
      const list = lists[toKey(path, query, root)];
      const normal =
        call === 'speech'
          ? await speak(body)
          : { mediaType: 'application/json', body: Buffer.from(JSON.stringify(list)) };
      await (reported ?? answerNormally)({ ...exchange, normal });
    },
  });
  return {
    ...standIn,
    baseUrl: `${standIn.origin}${root}`,
    get spoken() {
      return standIn.requests.filter(({ call }) => call === 'speech');
    },
  };
}

function toKey(path: string, query: Readonly<Record<string, string>>, root: string): string {
  const words = new URLSearchParams(query).toString();
  return `${path.slice(root.length)}${words && '?'}${words}`;
}

function answerNormally({ response, normal }: ProviderExchange<SpeechServerCall>): void {
  response.writeHead(200, { 'content-type': normal.mediaType });
  response.end(normal.body);
}

function toneOf(input: string) {
  return { hz: 262, seconds: findToneSeconds(input) };
}

async function speakMp3({ input }: { input: string }): Promise<Sound> {
  return { mediaType: 'audio/mpeg', body: await makeToneFrames(toneOf(input)) };
}

const fastApiNotFound: Refusal = [404, { detail: 'Not Found' }];
const speachesKokoro = 'speaches-ai/Kokoro-82M-v1.0-ONNX';
const speachesPiper = 'speaches-ai/piper-de_DE-thorsten-medium';

function speachesVoice(name: string, language: string, gender: string) {
  return { name, language, gender, id: name };
}

const speachesModels = [
  {
    id: speachesKokoro,
    created: 1_735_689_600,
    object: 'model',
    owned_by: 'speaches-ai',
    language: ['en', 'ja', 'zh', 'fr'],
    task: 'text-to-speech',
    sample_rate: 24_000,
    voices: [
      speachesVoice('af_heart', 'en-us', 'female'),
      speachesVoice('af_bella', 'en-us', 'female'),
      speachesVoice('am_michael', 'en-us', 'male'),
      speachesVoice('bm_george', 'en-gb', 'male'),
      speachesVoice('ff_siwis', 'fr-fr', 'female'),
      speachesVoice('zf_xiaobei', 'zh', 'female'),
    ],
  },
  {
    id: speachesPiper,
    created: 1_735_689_600,
    object: 'model',
    owned_by: 'speaches-ai',
    language: ['de'],
    task: 'text-to-speech',
    sample_rate: 22_050,
    voices: [{ name: 'thorsten', language: 'de', id: 'thorsten' }],
  },
];

/**
 * speaches-ai/speaches 870e1e1 (2026-03-26): `routers/speech.py`, `routers/models.py`, `executors/{kokoro,piper}.py`.
 */
const speaches: Character = {
  lists: {
    '/models': {
      data: [
        ...speachesModels,
        {
          id: 'Systran/faster-whisper-small',
          created: 0,
          object: 'model',
          owned_by: 'Systran',
          task: 'automatic-speech-recognition',
        },
      ],
      object: 'list',
    },
    '/audio/models': { models: speachesModels, object: 'list' },
    '/audio/voices': { voices: speachesModels.flatMap(({ voices }) => voices), object: 'list' },
  },
  notFound: fastApiNotFound,
  refuse: ({ model }) =>
    speachesModels.some(({ id }) => id === model)
      ? undefined
      : [
          404,
          {
            detail: `Model '${model}' is not installed locally. You can download the model using \`POST /v1/models\``,
          },
        ],
  speak: speakMp3,
};

/**
 * mudler/LocalAI v4.9.0 (f7ad3f7): `core/http/endpoints/localai/tts.go`, `core/http/endpoints/openai/list.go`,
 * `pkg/utils/ffmpeg.go`.
 */
const localAi: Character = {
  server: 'LocalAI',
  lists: {
    '/models': {
      object: 'list',
      data: ['gemma-3-4b-it', 'voice-de-thorsten-low', 'voice-en-us-amy-low', 'ace-step'].map(id => ({
        id,
        object: 'model',
      })),
    },
    '/models/capabilities': {
      object: 'list',
      data: [
        {
          id: 'gemma-3-4b-it',
          object: 'model',
          capabilities: ['chat', 'vision'],
          input_modalities: ['text', 'image'],
          output_modalities: ['text'],
        },
        {
          id: 'voice-de-thorsten-low',
          object: 'model',
          capabilities: ['tts'],
          input_modalities: ['text'],
          output_modalities: ['audio'],
        },
        {
          id: 'voice-en-us-amy-low',
          object: 'model',
          capabilities: ['tts'],
          input_modalities: ['text'],
          output_modalities: ['audio'],
        },
        {
          id: 'ace-step',
          object: 'model',
          capabilities: ['sound_generation', 'tts'],
          input_modalities: null,
          output_modalities: ['audio'],
        },
      ],
    },
  },
  notFound: [404, { error: { code: 404, message: 'Resource not found', type: '' } }],
  refuse: ({ model, voice }) => {
    if (voice !== undefined)
      return [
        500,
        { error: { code: 500, message: `error during TTS: could not load voice ${voice}`, type: '' } },
      ];
    if (!String(model).startsWith('voice-'))
      return [
        404,
        {
          error: {
            code: 404,
            message: `model "${model}" not found. To see available models, call GET /v1/models`,
            type: 'invalid_request_error',
          },
        },
      ];
    return undefined;
  },
  // Without FFmpeg it returns its voice's WAV file, whole and at the voice's own rate.
  speak: ({ input }) => ({
    mediaType: 'audio/wav',
    body: toWave(makeToneSamples(toneOf(input), 16_000), { sampleRateHz: 16_000 }),
  }),
};

/** An unknown server: it lists voices by name only, and always returns WAV. */
const unknown: Character = {
  lists: { '/audio/voices': { status: 'ok', voices: ['tara', 'leo', 'zoe'] } },
  notFound: fastApiNotFound,
  refuse: ({ voice }) => (voice ? undefined : [400, { detail: 'Missing voice' }]),
  speak: ({ input }) => ({ mediaType: 'audio/wav', body: toWave(makeToneSamples(toneOf(input))) }),
};

/** Lists no voices: a model whose name shows that it speaks, and the six names of OpenAI's endpoint of 2023. */
const plain: Character = {
  lists: { '/models': { object: 'list', data: [{ id: 'tts-1', object: 'model', owned_by: 'user' }] } },
  notFound: fastApiNotFound,
  refuse: ({ voice }) =>
    ['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'].includes(voice)
      ? undefined
      : [
          400,
          { message: `Error loading voice: ${voice}`, code: 400, type: 'BadRequestError', param: 'voice' },
        ],
  speak: speakMp3,
};

function openRouterModel(id: string, voices: readonly string[] | null) {
  return {
    id,
    canonical_slug: id,
    name: id,
    created: 1_765_000_000,
    context_length: voices ? 4096 : 1_050_000,
    architecture: {
      modality: voices ? 'text->speech' : 'text+image->text',
      input_modalities: voices ? ['text'] : ['text', 'image'],
      output_modalities: [voices ? 'speech' : 'text'],
    },
    pricing: { prompt: '0.0000006', completion: '0' },
    supported_voices: voices,
    expiration_date: null,
  };
}

const openRouterSpeakers = [
  openRouterModel('hexgrad/kokoro-82m', ['af_heart', 'bm_george', 'ff_siwis']),
  openRouterModel('openai/gpt-4o-mini-tts-2025-12-15', [
    'alloy',
    'ash',
    'coral',
    'echo',
    'fable',
    'nova',
    'onyx',
    'sage',
    'shimmer',
  ]),
];

/** OpenRouter by its OpenAPI (OpenRouterTeam/typescript-sdk cb9393a, v1.2.54) and its guide to speech (2026-08-22). */
const openRouter: Character = {
  server: 'cloudflare',
  root: '/api/v1',
  lists: {
    '/models': { data: [openRouterModel('openai/gpt-6-luna', null)] },
    '/models?output_modalities=speech': { data: openRouterSpeakers },
  },
  notFound: [404, { error: { code: 404, message: 'Not Found' } }],
  refuse: body => {
    if (!openRouterSpeakers.some(({ id }) => id === body.model))
      return [400, { error: { code: 400, message: `Model ${body.model} does not exist` } }];
    const unknown = Object.keys(body).find(
      name => !['model', 'input', 'voice', 'response_format', 'speed'].includes(name),
    );
    if (unknown || !body.voice)
      return [
        400,
        {
          success: false,
          error: { name: 'ZodError', message: `[{"code":"invalid_type","path":["${unknown ?? 'voice'}"]}]` },
        },
      ];
    return undefined;
  },
  speak: async body =>
    body.response_format === 'mp3'
      ? await speakMp3(body)
      : { mediaType: 'audio/pcm;rate=24000;channels=1', body: makeToneSamples(toneOf(body.input)) },
};

/** ollama/ollama v0.32.15 (b7871fc), `server/routes.go`: it lists models, and has no speech endpoint. */
const ollama: Character = {
  server: '',
  lists: {
    '/models': {
      object: 'list',
      data: [{ id: 'gemma3:4b', object: 'model', created: 1_755_000_000, owned_by: 'library' }],
    },
  },
  notFound: [404, { error: '404 page not found' }],
  refuse: () => [404, { error: '404 page not found' }],
  speak: () => ({ mediaType: 'text/plain', body: Buffer.alloc(0) }),
};

/** Groq by its guide to Orpheus (console.groq.com/docs/text-to-speech/orpheus): no list of voices, WAV only, 200 characters. */
const groq: Character = {
  server: 'cloudflare',
  root: '/openai/v1',
  lists: {
    '/models': {
      object: 'list',
      data: [
        {
          id: 'canopylabs/orpheus-v1-english',
          object: 'model',
          created: 1_765_000_000,
          owned_by: 'Canopy Labs',
          active: true,
          context_window: 4000,
        },
      ],
    },
  },
  notFound: [404, { error: { message: 'Unknown request URL', type: 'invalid_request_error' } }],
  refuse: ({ voice, input, response_format: format }) => {
    const refuseWith = (message: string): Refusal => [
      400,
      { error: { message, type: 'invalid_request_error' } },
    ];
    if (!['autumn', 'diana', 'hannah', 'austin', 'daniel', 'troy'].includes(voice))
      return refuseWith(`voice must be one of [autumn diana hannah austin daniel troy]`);
    if (input.length > 200) return refuseWith('input must be at most 200 characters');
    return format === 'wav' ? undefined : refuseWith('response_format must be one of [wav]');
  },
  speak: ({ input }) => ({ mediaType: 'audio/wav', body: toWave(makeToneSamples(toneOf(input))) }),
};

/** travisvn/chatterbox-tts-api (2025-12-22): `app/api/endpoints/{models,voices,speech}.py`; its voices are samples that people added. */
const chatterbox: Character = {
  lists: {
    '/models': {
      object: 'list',
      data: [{ id: 'chatterbox-tts-1', object: 'model', created: 1_677_649_963, owned_by: 'resemble-ai' }],
    },
    '/voices': { voices: [{ name: 'grandma', filename: 'grandma.wav', language: 'de' }], count: 1 },
  },
  root: '',
  notFound: fastApiNotFound,
  refuse: () => undefined,
  speak: ({ input }) => ({ mediaType: 'audio/wav', body: toWave(makeToneSamples(toneOf(input))) }),
};

/** vLLM-Omni with Qwen3-TTS by docs.vllm.ai/projects/vllm-omni, Speech API: its speakers, and `instructions`. */
const vllmOmni: Character = {
  lists: {
    '/models': {
      object: 'list',
      data: [{ id: 'Qwen/Qwen3-TTS-12Hz-1.7B-CustomVoice', object: 'model', owned_by: 'vllm' }],
    },
    '/audio/voices': { voices: ['vivian', 'ryan', 'aiden'], uploaded_voices: [] },
  },
  notFound: fastApiNotFound,
  refuse: ({ voice }) =>
    ['vivian', 'ryan', 'aiden'].includes(voice)
      ? undefined
      : [400, { error: { message: `Invalid voice '${voice}'.`, type: 'BadRequestError', code: 400 } }],
  speak: speakMp3,
};

const piperVoice = (code: string, speakers: number) => ({
  audio: { sample_rate: 22_050, quality: 'medium' },
  espeak: { voice: code.slice(0, 2) },
  num_speakers: speakers,
  speaker_id_map: {},
  language: { code, family: code.slice(0, 2) },
});

/** Piper's own server (OHF-Voice/piper1-gpl, src/piper/http_server.py, 2026-08-22): an unknown voice is the usual one, and Flask calls a WAV file a page. */
const piper: Character = {
  server: 'Werkzeug/3.1.3 Python/3.12.3',
  root: '',
  speechPath: '/synthesize',
  lists: {
    '/voices': {
      'en_US-lessac-medium': piperVoice('en_US', 1),
      'de_DE-thorsten-medium': piperVoice('de_DE', 1),
    },
  },
  notFound: [404, {}],
  refuse: ({ text }) => (text ? undefined : [500, {}]),
  speak: ({ text }) => ({
    mediaType: 'text/html; charset=utf-8',
    body: toWave(makeToneSamples(toneOf(text), 22_050), { sampleRateHz: 22_050 }),
  }),
};

const characters = {
  speaches,
  localAi,
  unknown,
  plain,
  openRouter,
  ollama,
  groq,
  chatterbox,
  vllmOmni,
  piper,
};

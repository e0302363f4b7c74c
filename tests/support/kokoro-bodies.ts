/**
 * Kokoro-FastAPI's answers by its source: remsky/Kokoro-FastAPI v0.8.0 (bfdc735, 2026-08-15) and v0.3.0,
 * `api/src/routers/openai_compatible.py`, `structures/schemas.py`, `core/openai_mappings.json`, and the files in
 * `voices/v1_0`.
 */

/**
 * The voices of the model Kokoro 1.0: hexgrad/kokoro, VOICES.md. The first letter is the language, the second the
 * gender.
 */
const voicesOfModel = [
  'af_alloy af_aoede af_bella af_heart af_jessica af_kore af_nicole af_nova af_river af_sarah af_sky',
  'am_adam am_echo am_eric am_fenrir am_liam am_michael am_onyx am_puck am_santa',
  'bf_alice bf_emma bf_isabella bf_lily bm_daniel bm_fable bm_george bm_lewis',
  'ef_dora em_alex em_santa ff_siwis hf_alpha hf_beta hm_omega hm_psi if_sara im_nicola',
  'jf_alpha jf_gongitsune jf_nezumi jf_tebukuro jm_kumo pf_dora pm_alex pm_santa',
  'zf_xiaobei zf_xiaoni zf_xiaoxiao zf_xiaoyi zm_yunjian zm_yunxi zm_yunxia zm_yunyang',
]
  .join(' ')
  .split(' ');

const addedVoices =
  'af_jadzia af_v0 af_v0bella af_v0irulan af_v0nicole af_v0sarah af_v0sky am_v0adam am_v0gurney am_v0michael bf_v0emma bf_v0isabella bm_v0george bm_v0lewis'.split(
    ' ',
  );

export type KokoroVersion = '0.8.0' | '0.3.0';

/** Its voice files, sorted; `bf_isabella` came with 0.6.0. */
export const kokoroVoices: Readonly<Record<KokoroVersion, readonly string[]>> = {
  '0.8.0': [...voicesOfModel, ...addedVoices].sort(),
  '0.3.0': [...voicesOfModel, ...addedVoices].filter(voice => voice !== 'bf_isabella').sort(),
};

/** Its mapping of OpenAI's names. The voice for `nova` is missing in 0.3.0. */
export const kokoroAliases: Readonly<Record<KokoroVersion, Readonly<Record<string, string>>>> = {
  '0.8.0': {
    alloy: 'am_adam',
    ash: 'af_nicole',
    coral: 'bf_emma',
    echo: 'af_bella',
    fable: 'af_sarah',
    onyx: 'bm_george',
    nova: 'bf_isabella',
    sage: 'am_michael',
    shimmer: 'af_sky',
  },
  '0.3.0': {
    alloy: 'am_v0adam',
    ash: 'af_v0nicole',
    coral: 'bf_v0emma',
    echo: 'af_v0bella',
    fable: 'af_v0sarah',
    onyx: 'bm_george',
    nova: 'bf_isabella',
    sage: 'am_v0michael',
    shimmer: 'af_v0sky',
  },
};

/** `LANG_CODES` and `ALIASES` of kokoro 0.9.4, `pipeline.py`: its languages and their aliases. */
export const kokoroLanguages: Readonly<Record<string, string>> = {
  a: 'a',
  b: 'b',
  e: 'e',
  f: 'f',
  h: 'h',
  i: 'i',
  j: 'j',
  p: 'p',
  z: 'z',
  'en-us': 'a',
  'en-gb': 'b',
  es: 'e',
  'fr-fr': 'f',
  hi: 'h',
  it: 'i',
  ja: 'j',
  'pt-br': 'p',
  zh: 'z',
};

export const kokoroModels = ['tts-1', 'tts-1-hd', 'kokoro', 'gpt-4o-mini-tts'];

export function describeKokoroModel(id: string) {
  return { id, object: 'model', created: 1_686_935_002, owned_by: 'kokoro' };
}

const formats = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'];

export type KokoroRefusal = readonly [status: number, body: object];

export function refuseModel(model: string): KokoroRefusal {
  return detail(400, 'invalid_model', `Unsupported model: ${model}`);
}

export function refuseVoice(voice: string, voices: readonly string[]): KokoroRefusal {
  return detail(
    400,
    'validation_error',
    `Voice '${voice}' not found. Available voices: ${voices.join(', ')}`,
  );
}

export const refuseEmpty = detail(400, 'validation_error', 'Input contains no speakable text');

export function refuseModelId(id: string): KokoroRefusal {
  return detail(404, 'model_not_found', `Model '${id}' not found`);
}

/** The validation error of an invalid body; undefined if it is valid. */
export function refuseBody(body: Readonly<Record<string, unknown>>): KokoroRefusal | undefined {
  if (typeof body.input !== 'string')
    return validation({ type: 'missing', loc: ['body', 'input'], msg: 'Field required', input: body });
  const { response_format: format, speed } = body;
  if (format !== undefined && !formats.includes(String(format))) {
    const expected = "'mp3', 'opus', 'aac', 'flac', 'wav' or 'pcm'";
    const msg = `Input should be ${expected}`;
    const loc = ['body', 'response_format'];
    return validation({ type: 'literal_error', loc, msg, input: format, ctx: { expected } });
  }
  if (speed !== undefined && !(Number(speed) >= 0.25 && Number(speed) <= 4)) {
    const msg = 'Input should be less than or equal to 4';
    return validation({
      type: 'less_than_equal',
      loc: ['body', 'speed'],
      msg,
      input: speed,
      ctx: { le: 4 },
    });
  }
  return undefined;
}

function validation(problem: object): KokoroRefusal {
  return [422, { detail: [problem] }];
}

function detail(
  status: number,
  error: string,
  message: string,
  type = 'invalid_request_error',
): KokoroRefusal {
  return [status, { detail: { error, message, type } }];
}

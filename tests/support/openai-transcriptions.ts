/**
 * Answers of `POST /v1/audio/transcriptions` as each server documents them, all of the same five seconds: "Hello, Anna." and
 * "Nice to meet you.".
 */

const text = 'Hello, Anna. Nice to meet you.';

/** `gpt-transcribe`: OpenAI's API reference, "Create transcription", of 2026-11. */
export const jsonBody = {
  text,
  languages: [{ code: 'en' }],
  usage: { type: 'duration', seconds: 5 },
};

/** A model that is billed by tokens: the same page. */
export const tokensBody = {
  text,
  usage: {
    type: 'tokens',
    input_tokens: 54,
    input_token_details: { text_tokens: 4, audio_tokens: 50 },
    output_tokens: 9,
    total_tokens: 63,
  },
};

/** The same page, `TranscriptionDiarized`. */
export const diarizedBody = {
  task: 'transcribe',
  duration: 5,
  text,
  segments: [
    {
      type: 'transcript.text.segment',
      id: 'seg_001',
      start: 0.4,
      end: 1.6,
      text: 'Hello, Anna.',
      speaker: 'A',
    },
    {
      type: 'transcript.text.segment',
      id: 'seg_002',
      start: 1.2,
      end: 3.4,
      text: 'Nice to meet you.',
      speaker: 'B',
    },
  ],
  usage: { type: 'duration', seconds: 5 },
};

function segment(id: number, start: number, end: number, said: string, more: object = {}) {
  return {
    id,
    seek: 0,
    start,
    end,
    text: said,
    tokens: [50364, 2425, 11, 12899, 13, 50414],
    temperature: 0,
    avg_logprob: -0.25,
    compression_ratio: 0.85,
    no_speech_prob: 0.01,
    ...more,
  };
}

const segments = [segment(0, 0.4, 1.6, ' Hello, Anna.'), segment(1, 2, 3.4, ' Nice to meet you.')];

const words = [
  { word: 'Hello', start: 0.4, end: 0.9 },
  { word: 'Anna', start: 1, end: 1.6 },
  { word: 'Nice', start: 2, end: 2.3 },
  { word: 'to', start: 2.3, end: 2.5 },
  { word: 'meet', start: 2.5, end: 2.9 },
  { word: 'you', start: 2.9, end: 3.4 },
];

/** `whisper-1` with both granularities: the same page, `TranscriptionVerbose`; Groq's: console.groq.com/docs/speech-to-text. */
export const verboseBody = {
  task: 'transcribe',
  language: 'english',
  duration: 5,
  text,
  segments,
  words,
  usage: { type: 'duration', seconds: 5 },
};

export const groqBody = {
  task: 'transcribe',
  language: 'English',
  duration: 5.02,
  text: ` ${text}`,
  words,
  segments,
  x_groq: { id: 'req_01jabcdefghijklmnopqrstuvw' },
};

/** github.com/speaches-ai/speaches, src/speaches/api_types.py, 0.9. */
export const speachesBody = {
  task: 'transcribe',
  language: 'en',
  duration: 5.02,
  text,
  words: null,
  segments: [
    { ...segments[0], words: words.slice(0, 2).map(each => ({ ...each, probability: 0.9 })) },
    { ...segments[1], words: words.slice(2).map(each => ({ ...each, probability: 0.9 })) },
  ],
};

/** github.com/vllm-project/vllm/pull/24209: what is not measured is -1, and the duration is a text. */
export const vllmBody = {
  duration: '5.02',
  language: 'en',
  text,
  segments: segments.map(each => ({ ...each, avg_logprob: -1, compression_ratio: -1, no_speech_prob: null })),
  words: null,
};

/** github.com/ggml-org/whisper.cpp/pull/1781, and examples/server/server.cpp: words are tokens. */
export const whisperCppBody = {
  task: 'transcribe',
  language: 'english',
  duration: 5.02,
  text: ' Hello, Anna.\n [BLANK_AUDIO]\n',
  segments: [
    {
      id: 0,
      text: ' Hello, Anna.',
      start: 0.4,
      end: 1.6,
      tokens: [2425, 11, 12899, 13],
      words: [
        { word: ' Hello', start: 0.4, end: 0.8, t_dtw: -1, probability: 0.91 },
        { word: ',', start: 0.8, end: 0.9, t_dtw: -1, probability: 0.8 },
        { word: ' An', start: 1, end: 1.2, t_dtw: -1, probability: 0.8 },
        { word: 'na', start: 1.2, end: 1.5, t_dtw: -1, probability: 0.9 },
        { word: '.', start: 1.5, end: 1.6, t_dtw: -1, probability: 0.9 },
      ],
      temperature: 0,
      avg_logprob: -0.2,
      no_speech_prob: 0.02,
    },
    { id: 1, text: ' [BLANK_AUDIO]', start: 1.6, end: 5.02, tokens: [], temperature: 0, avg_logprob: -0.5 },
  ],
};

/** docs.mistral.ai/api/endpoint/audio/transcriptions. */
export const mistralBody = {
  model: 'voxtral-mini-transcribe-3-0',
  text,
  language: null,
  segments: [
    {
      type: 'transcription_segment',
      text: 'Hello, Anna.',
      start: 0.4,
      end: 1.6,
      score: null,
      speaker_id: 'speaker_1',
    },
    { type: 'transcription_segment', text: 'Nice to meet you.', start: 2, end: 3.4, speaker_id: 'speaker_2' },
  ],
  usage: { prompt_audio_seconds: 5, prompt_tokens: 4, total_tokens: 70, completion_tokens: 15 },
};

/** What OpenAI answers: `verbose_json` and `diarized_json` for the models that know them. */
export function transcriptionBody(format: string | undefined): object {
  if (format === 'verbose_json') return verboseBody;
  return format === 'diarized_json' ? diarizedBody : jsonBody;
}

/** developers.openai.com/api/docs/guides/speech-to-text, as of 2026-08. */
export function takesFormat(model: string, format = 'json'): boolean {
  if (model === 'whisper-1') return format !== 'diarized_json';
  return format === 'json' || (model.endsWith('-diarize') && format === 'diarized_json');
}

/** github.com/mudler/LocalAI, core/schema/transcription.go, since the times are seconds. */
export const localAiBody = {
  text,
  language: 'en',
  duration: 5.02,
  segments: [
    { id: 0, start: 0.4, end: 1.6, text: ' Hello, Anna.', tokens: [2425] },
    { id: 1, start: 2, end: 3.4, text: ' Nice to meet you.', tokens: [5792] },
  ],
};

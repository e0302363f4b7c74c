import { premiumVoices } from '#shared/voices.ts';

/**
 * Bodies from the vendor's API reference and its page on errors (elevenlabs.io/docs/api-reference/voices/search,
 * /text-to-speech/stream; docs/developer-guides/error-messages), and newer ones from public issues.
 */

/** Spellings of names in a real account. */
const writtenNames: Partial<Record<string, string>> = {
  Adam: 'Adam - Deep, calm narrator',
  Drew: 'Drew (news)',
  Lily: 'lily',
};

export interface AccountVoice {
  readonly id: string;
  readonly name: string;
  /** Fields that differ from those of an old default voice. */
  readonly about?: object;
}

/** All 41 premium voices, in an account that has them. */
export const accountVoices: readonly AccountVoice[] = premiumVoices.map((name, index) => ({
  id: toVoiceId(index),
  name: writtenNames[name] ?? name,
}));

/** The default voices of every account, which are none of ours, in the vendor's spelling. */
export const defaultVoices: readonly AccountVoice[] = [
  'Will - Relaxed Optimist',
  'Chris - Charming, Down-to-Earth',
  'River - Relaxed, Neutral, Informative',
  'Eric - Smooth, Trustworthy',
  'Brian - Deep, Resonant and Comforting',
  'Roger - Laid-Back, Casual, Resonant',
  'Jessica - Playful, Bright, Warm',
  'Sarah - Mature, Reassuring, Confident',
  'Alice - Clear, Engaging Educator',
].map((name, index) => ({ id: toVoiceId(100 + index), name }));

/** Twenty letters and digits, as the vendor's are. */
function toVoiceId(index: number): string {
  return `standIn0Voice0000${String(index).padStart(3, '0')}`;
}

export function voicesBody(voices: readonly AccountVoice[], nextPageToken: string | null) {
  return {
    voices: voices.map(describeVoice),
    has_more: nextPageToken !== null,
    total_count: voices.length,
    next_page_token: nextPageToken,
  };
}

const verified = { model_id: 'eleven_multilingual_v2', accent: 'american', preview_url: null };

/** One of each kind: a default voice, one added from the library, one's own professional clone, an instant clone, a designed one. */
export const labelledVoices: readonly AccountVoice[] = [
  {
    id: 'cgSgspJ2msm6clMCkdW9',
    name: 'Jessica - Playful, Bright, Warm',
    about: {
      labels: {
        accent: 'american',
        descriptive: 'cute',
        age: 'young',
        gender: 'female',
        language: 'en',
        use_case: 'conversational',
      },
      description: 'Young and popular, this playful American female voice is perfect for trendy content.',
      verified_languages: [
        { ...verified, language: 'en', locale: 'en-US' },
        { ...verified, language: 'fr', locale: 'fr-FR' },
        { ...verified, language: 'no', locale: 'nb-NO' },
        { ...verified, language: 'no', locale: 'nb-NO' },
      ],
    },
  },
  {
    id: 'onwK4e9ZLuTAKqWW03F9',
    name: 'Iwona',
    about: {
      category: 'professional',
      labels: { accent: 'standard', age: 'middle_aged', gender: 'non-binary', use_case: 'narrative_story' },
      fine_tuning: { state: { eleven_multilingual_v2: 'fine_tuned' }, language: 'pl' },
      is_owner: false,
      sharing: { status: 'copied' },
    },
  },
  { id: 'ownProfessional00001', name: 'Me', about: { category: 'professional', is_owner: true } },
  { id: 'clone000000000000001', name: 'Grandpa', about: { category: 'cloned', labels: {}, is_owner: true } },
  { id: 'designed000000000001', name: 'Robot', about: { category: 'generated', labels: { age: 'ageless' } } },
];

function describeVoice({ id, name, about }: AccountVoice) {
  return {
    voice_id: id,
    name,
    samples: null,
    category: 'premade',
    fine_tuning: {
      is_allowed_to_fine_tune: true,
      state: { eleven_multilingual_v2: 'fine_tuned' },
      verification_failures: [],
      verification_attempts_count: 0,
      manual_verification_requested: false,
    },
    labels: { accent: 'american', age: 'middle-aged', gender: 'male', use_case: 'narration' },
    description: null,
    preview_url: `https://storage.googleapis.com/eleven-public-prod/premade/voices/${id}/preview.mp3`,
    available_for_tiers: [],
    settings: null,
    sharing: null,
    high_quality_base_model_ids: ['eleven_multilingual_v2', 'eleven_turbo_v2_5'],
    verified_languages: [],
    safety_control: null,
    voice_verification: {
      requires_verification: false,
      is_verified: false,
      verification_failures: [],
      verification_attempts_count: 0,
      language: null,
      verification_attempts: null,
    },
    permission_on_resource: null,
    is_owner: false,
    is_legacy: false,
    is_mixed: false,
    created_at_unix: null,
    ...about,
  };
}

function word(text: string, start: number, end: number, more: object = {}) {
  return { text, start, end, type: 'word', speaker_id: 'speaker_0', logprob: -0.1, ...more };
}

function spacing(start: number, end: number, speaker_id = 'speaker_0') {
  return word(' ', start, end, { type: 'spacing', speaker_id, logprob: 0 });
}

const second = { speaker_id: 'speaker_1' };

/** Fields and kinds of words: elevenlabs.io/docs/api-reference/speech-to-text/convert; docs/capabilities/speech-to-text. */
export const transcriptBody = {
  language_code: 'eng',
  language_probability: 0.98,
  text: 'Good morning, Anna. (laughter) Damn, it is late!',
  words: [
    word('Good', 0.119, 0.259),
    spacing(0.239, 0.299),
    word('morning,', 0.279, 0.759),
    spacing(0.759, 0.8),
    word('Anna.', 0.8, 1.3),
    spacing(1.3, 1.4),
    word('(laughter)', 1.4, 2.6, { type: 'audio_event', ...second }),
    spacing(2.6, 2.7, 'speaker_1'),
    word('Damn,', 2.7, 3.1, second),
    spacing(3.1, 3.2, 'speaker_1'),
    word('it', 3.2, 3.3, second),
    spacing(3.3, 3.4, 'speaker_1'),
    word('is', 3.4, 3.5, second),
    spacing(3.5, 3.6, 'speaker_1'),
    word('late!', 3.6, 4.2, second),
  ],
  transcription_id: 'standInTranscript01',
  audio_duration_secs: 4.5,
};

/** The `detail` of an older body. */
function old(status: string, message: string, more: object = {}) {
  return { detail: { status, message, ...more } };
}

/** The `detail` of a body since 2026. */
function recent(type: string, code: string, message: string, param?: string) {
  const request_id = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
  return { detail: { type, code, message, status: code, request_id, ...(param && { param }) } };
}

/** A script repeated in an error; only the person may see it again. */
export const secretScript = 'Only the narrator knows where the treasure lies.';

const unusualActivity =
  'Unusual activity detected. Free Tier usage disabled. If you are using a proxy/VPN you might need to purchase a Paid Plan to not trigger our abuse detectors.';

export const vendorErrors = {
  quota: old(
    'quota_exceeded',
    'This request exceeds your quota of 10000. You have 0 credits remaining, while 91 credits are required for this request.',
  ),
  earlierQuota: old('quota_exceeded', 'This request exceeds your quota.', {
    character_used: 10_059,
    character_limit: 10_000,
  }),
  missingKey: old('needs_authorization', 'Neither authorization header nor xi-api-key received.'),
  missingPermissions: old(
    'missing_permissions',
    'The API key you used is missing the permission text_to_speech to execute this operation.',
  ),
  unusualActivity: old('detected_unusual_activity', unusualActivity),
  onlyForCreator: old('only_for_creator+', 'Professional voices are for the Creator plan and above.'),
  contentPolicy: old(
    'content_against_policy',
    'We are sorry but text you are trying to use may violate our Terms of Service and has been blocked.',
  ),
  voiceNotFound: old('voice_not_found', 'A voice with the voice_id standIn0Voice0000001 was not found.'),
  recentVoiceNotFound: recent('not_found', 'voice_not_found', 'Voice was not found.', 'voice_id'),
  modelNotFound: old('model_not_found', 'A model with model ID eleven_v99 does not exist.'),
  unsupportedModel: recent(
    'validation_error',
    'unsupported_model',
    "Providing previous_text or next_text is not yet supported with the 'eleven_v3' model.",
    'model_id',
  ),
  tooLong: old(
    'max_character_limit_exceeded',
    "This request's text has 10627 characters and exceeds the character limit of 10000 characters.",
  ),
  paidPlan: recent(
    'payment_required',
    'paid_plan_required',
    'Free users cannot use library voices via the API. Please upgrade your subscription to use this voice.',
  ),
  tooManyConcurrent: old(
    'too_many_concurrent_requests',
    'Too many concurrent requests. Your current subscription is associated with a maximum of 2 concurrent requests (running in parallel).',
  ),
  concurrentLimit: recent('rate_limit_error', 'concurrent_limit_exceeded', 'Too many concurrent requests.'),
  systemBusy: old('system_busy', 'The system is experiencing heavy traffic, please try again.'),
  invalidFields: {
    detail: [
      {
        type: 'string_type',
        loc: ['body', 'text'],
        msg: 'Input should be a valid string',
        input: secretScript,
      },
    ],
  },
  plainDetail: { detail: 'Not Found' },
  server: old('internal_server_error', 'An error occurred.'),
} as const;

/** The worst 401: it repeats the key. */
export function invalidKeyError(key: string) {
  return old('invalid_api_key', `Invalid API key: ${key}`);
}

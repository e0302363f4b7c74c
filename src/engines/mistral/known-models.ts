import type { KnownModel } from '../openai-compatible/known-models.ts';

/**
 * The vendor's models for `auto`, first choice first, as of 2026-11-29. The alias follows the newest small model, which sees pictures
 * and can be kept from thinking (docs.mistral.ai/inference/model-selection-guide).
 */
export const chatModels: readonly KnownModel[] = [
  { name: 'mistral-small-latest' },
  { name: 'mistral-medium-latest' },
];

/** docs.mistral.ai/studio/audio/migrate-from-voxtral-2, "Model mapping". */
export const transcriptionModels: readonly KnownModel[] = [
  { name: 'voxtral-mini-transcribe-3-0' },
  { name: 'voxtral-mini-2602' },
];

export const speechModels: readonly KnownModel[] = [
  { name: 'voxtral-mini-tts-3-0' },
  { name: 'voxtral-mini-tts-2603' },
];

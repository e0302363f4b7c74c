import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const texts = z.array(z.string());
const figures = z.record(z.string(), z.number());
const addresses = z.record(z.string(), z.string());
const form = { heading: z.string(), fields: texts, buttons: texts };

/** Strict, so that the block has no constants that tests do not read. */
const constantsSchema = z.strictObject({
  languages: z.strictObject({ dashboards: texts, freePage: texts, freePageDefault: z.string() }),
  voices: z.strictObject({ standard: texts, premium: z.record(z.string(), z.string()) }),
  calls: z.strictObject({
    promptJoint: z.string(),
    audioFileName: z.string(),
    audioMediaType: z.string(),
    contactFields: texts,
    feedbackFields: texts,
  }),
  frames: z.strictObject({ perVideo: z.number(), jpegQuality: z.number(), largestPicturePixels: z.number() }),
  text: z.strictObject({
    tokensPerStep: z.number(),
    speechModel: z.string(),
    charactersPerSpeechRequest: z.number(),
    promptCharacters: z.number(),
    scriptCharacters: z.number(),
  }),
  progress: z.strictObject({
    tickMs: z.strictObject({ script: z.number(), audio: z.number() }),
    checkpoints: z.strictObject({ frames: z.number(), analysis: z.number(), script: z.number() }),
    heightPx: z.number(),
    colour: z.string(),
    colourWhenFull: z.string(),
  }),
  timeouts: z.strictObject({
    chunkMs: z.number(),
    openAiMs: z.number(),
    openAiRetries: z.number(),
    openAiLongestRetryWaitSeconds: z.number(),
    elevenLabsMs: z.number(),
    elevenLabsRetries: z.number(),
    geminiMs: z.number(),
    geminiRetries: z.number(),
    providerSilenceMs: z.number(),
    tokenSyncMaxAgeSeconds: z.number(),
  }),
  limits: z.strictObject({
    maxVideoBytes: z.number(),
    maxVideoSeconds: z.number(),
    narrationsPerDay: figures,
  }),
  errorRecording: z.strictObject({ calls: texts, headers: texts }),
  settings: z.strictObject({ premiumPlanUrl: z.string(), contactForm: addresses }),
  alerts: z.strictObject({
    contactSent: z.string(),
    registrationWithoutName: z.string(),
    resetSent: z.string(),
    noProfile: z.string(),
    narrationFailed: z.string(),
    audioFailed: z.string(),
    contactFailed: z.string(),
  }),
  errors: z.strictObject({
    routeError: z.string(),
    unreachable: z.string(),
    chunkFailed: z.string(),
    chunkTooLate: z.string(),
  }),
  labels: z.strictObject({
    working: z.string(),
    login: z.strictObject({ ...form, links: addresses }),
    register: z.strictObject({ ...form, links: addresses }),
    reset: z.strictObject({ ...form, links: addresses }),
    contact: z.strictObject({ ...form, placeholders: texts }),
    freePage: z.strictObject({
      heading: z.string(),
      signIn: z.string(),
      upload: z.string(),
      voiceHint: z.string(),
    }),
    dashboard: z.strictObject({ heading: z.string(), planLink: z.string(), buttons: texts }),
    premiumDashboard: z.strictObject({ heading: z.string(), message: z.string(), preview: texts }),
    studio: z.strictObject({
      promptPlaceholder: z.string(),
      fields: texts,
      language: z.string(),
      borrowedLanguage: z.string(),
      noVoice: z.string(),
      buttons: texts,
      download: z.string(),
    }),
  }),
});

export type SpecifiedConstants = z.output<typeof constantsSchema>;

/** The block of docs/specification.md with every constant. */
export function readSpecifiedConstants(): SpecifiedConstants {
  const page = readFileSync(new URL('../../docs/specification.md', import.meta.url), 'utf8');
  const [, block] = /^```yaml\n(.*?)^```$/msu.exec(page) ?? [];
  if (block === undefined) throw new Error('docs/specification.md has no block of constants.');
  return constantsSchema.parse(parse(block));
}

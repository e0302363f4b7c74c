/**
 * The vendor's models for `auto`, first choice first, as of 2026-11-22.
 *
 * Dates are shutdown dates. Those of the vendor's own list (`shutdown_date`) take precedence; these are for keys that may not read
 * it. Sources: developers.openai.com/api/docs/deprecations, /api/docs/models/gpt-6-luna, /api/docs/guides/text-to-speech.
 */
export interface KnownModel {
  readonly name: string;
  /** ISO, such as `2027-01-14`; undefined if none is announced. */
  readonly endsOn?: string;
}

/** Vision and script. The vendor names `gpt-6-luna` as successor of `gpt-4o`. */
export const chatModels: readonly KnownModel[] = [
  { name: 'gpt-6-luna' },
  { name: 'gpt-4o', endsOn: '2027-01-14' },
];

/** Speech: `tts-1` by the speech endpoint, the other by the Realtime API, which the vendor names as successor. */
export const speechModels: readonly [KnownModel, KnownModel] = [
  { name: 'tts-1', endsOn: '2027-01-06' },
  { name: 'gpt-realtime-2.1-mini' },
];

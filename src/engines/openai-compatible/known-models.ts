/**
 * The vendor's models that `auto` knows, the first choice first, as of 2026-11-22.
 *
 * A date is the day on which the vendor shuts the model down. The vendor's own list of models carries it, too
 * (`shutdown_date`), and counts for more; this one is for a key that may not read that list.
 * Sources: developers.openai.com/api/docs/deprecations, /api/docs/models/gpt-6-luna, /api/docs/guides/text-to-speech.
 */
export interface KnownModel {
  readonly name: string;
  /** ISO, as in `2027-01-14`; undefined where no end is announced. */
  readonly endsOn?: string;
}

/** They look and write. `gpt-6-luna` is what the vendor names in place of `gpt-4o`. */
export const chatModels: readonly KnownModel[] = [
  { name: 'gpt-6-luna' },
  { name: 'gpt-4o', endsOn: '2027-01-14' },
];

/** They speak: `tts-1` by the speech endpoint, the other by the Realtime API, which the vendor names in its place. */
export const speechModels: readonly [KnownModel, KnownModel] = [
  { name: 'tts-1', endsOn: '2027-01-06' },
  { name: 'gpt-realtime-2.1-mini' },
];

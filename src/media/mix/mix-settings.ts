/** What becomes of a video's own sound: the voice over it, beside it as a second track, or in its place. */
export const soundChoices = ['mixed', 'second', 'voice'] as const;

export type SoundChoice = (typeof soundChoices)[number];

/** How loud voice and original are in a narrated video. */
export interface MixSettings {
  /** How loud the voice is, in LUFS by ITU-R BS.1770, over all that it says: below 0. */
  readonly loudnessLufs: number;
  /** How much louder the voice is made than that, in dB; less than 0 is softer. */
  readonly voiceDb: number;
  /** How much louder the original is made throughout, in dB. */
  readonly originalDb: number;
  /** How much softer the original is while the voice speaks, in dB; 0 or more. */
  readonly duckDb: number;
}

/** For videos on the web; broadcasters ask for {@link broadcastLufs} (EBU R 128). */
export const webLufs = -16;
export const broadcastLufs = -23;

export const usualMix: MixSettings = { loudnessLufs: webLufs, voiceDb: 0, originalDb: 0, duckDb: 12 };

/** What may be chosen. */
export const mixBounds = {
  loudnessLufs: { least: -40, most: -10 },
  voiceDb: { least: -12, most: 6 },
  originalDb: { least: -40, most: 6 },
  duckDb: { least: 0, most: 40 },
} as const satisfies Record<keyof MixSettings, { readonly least: number; readonly most: number }>;

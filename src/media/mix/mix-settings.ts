/** The video's own sound: mixed with the voice, kept as a second track, or replaced. */
export const soundChoices = ['mixed', 'second', 'voice'] as const;

export type SoundChoice = (typeof soundChoices)[number];

export interface MixSettings {
  /** Loudness of the voice, in LUFS by ITU-R BS.1770, over all its speech: below 0. */
  readonly loudnessLufs: number;
  /** Gain of the voice beyond that, in dB; negative is softer. */
  readonly voiceDb: number;
  /** Gain of the original throughout, in dB. */
  readonly originalDb: number;
  /** Attenuation of the original while the voice speaks, in dB; 0 or more. */
  readonly duckDb: number;
}

/** For videos on the web; broadcasters require {@link broadcastLufs} (EBU R 128). */
export const webLufs = -16;
export const broadcastLufs = -23;

export const usualMix: MixSettings = { loudnessLufs: webLufs, voiceDb: 0, originalDb: 0, duckDb: 12 };

export const mixBounds = {
  loudnessLufs: { least: -40, most: -10 },
  voiceDb: { least: -12, most: 6 },
  originalDb: { least: -40, most: 6 },
  duckDb: { least: 0, most: 40 },
} as const satisfies Record<keyof MixSettings, { readonly least: number; readonly most: number }>;

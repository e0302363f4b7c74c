/** What makes a voice, in terms of the speaker: espeak-ng builds it from the voice of any language. */
export interface VoiceParameters {
  /** Between which pitches the melody of a sentence moves, in Hz. */
  readonly pitchHz: readonly [low: number, high: number];
  /** Resonances against those of espeak-ng's man, in percent: below 100 a longer throat, above it a shorter one. */
  readonly throat: number;
  /** What lies above 1 kHz against what lies below, in percent: dark under 100, bright above. */
  readonly brightness?: number;
  /** How broad the resonances are, in percent: narrow ones ring, broad ones are muffled. */
  readonly width?: number;
  /** Air in the voice, 0 to 40. */
  readonly breath?: number;
  /** The part of the voice that is tone, in percent; a whisper has little of it. */
  readonly voicing?: number;
  /** Uneven loudness from one vibration to the next, 0 to 7. */
  readonly roughness?: number;
  /** A trembling pitch, 0 to 30. */
  readonly flutter?: number;
  /** The sharpness of consonants, in percent. */
  readonly consonants?: number;
}

/** Formants 0 to 8 of espeak-ng; the first is the hum below the voice. */
const formants = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/** Noise at each formant, where a breathy voice has it. */
const breathShape = [0, 1, 1, 0.8, 0.6, 0.5, 0.3, 0.3];

/** A file of variant that espeak-ng reads, as its `docs/voices.md` describes it. Nothing in it changes how long words take. */
export function writeVariant(parameters: VoiceParameters): string {
  const { brightness = 100, width = 100, breath = 0, voicing = 100, consonants = 100 } = parameters;
  const [low, high] = parameters.pitchHz;
  const lines = [
    'language variant',
    `pitch ${low} ${high}`,
    ...formants.map(formant => writeFormant(formant, { throat: parameters.throat, brightness, width })),
    `voicing ${voicing}`,
    `consonants ${consonants} ${consonants}`,
    `roughness ${parameters.roughness ?? 2}`,
    `flutter ${parameters.flutter ?? 2}`,
  ];
  if (breath > 0) lines.push(`breath ${breathShape.map(share => Math.round(share * breath)).join(' ')}`);
  return `${lines.join('\n')}\n`;
}

function writeFormant(
  formant: number,
  { throat, brightness, width }: Readonly<Record<'throat' | 'brightness' | 'width', number>>,
): string {
  // The first two lie below 1 kHz in most sounds, and the higher a formant, the more brightness weighs.
  const strength = formant < 2 ? 100 : 100 * (brightness / 100) ** Math.min(formant - 1, 3);
  return `formant ${formant} ${throat} ${Math.round(strength)} ${width}`;
}

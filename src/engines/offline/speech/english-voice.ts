import type { FliteSettings } from './flite.ts';

/** A voice that speaks English, made of one of flite's. */
export interface EnglishVoice extends FliteSettings {
  /** Its samples are read this much faster: raises pitch and resonances together. */
  readonly scale: number;
  /** Level of what lies above 1.5 kHz. */
  readonly brightnessDb?: number | undefined;
}

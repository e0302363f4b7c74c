import type { SoundChoice } from '#media/mix-settings.ts';

/** What can be chosen for the sound, as it is said to a person. */
export const soundWords: Readonly<Record<SoundChoice, { readonly label: string; readonly detail: string }>> =
  {
    mixed: {
      label: 'Voice over the original',
      detail: 'The original becomes softer while the voice speaks.',
    },
    second: {
      label: 'Two sounds to choose from',
      detail: 'The original stays untouched; the narration is a second track of the file.',
    },
    voice: { label: 'The voice alone', detail: 'The original sound is left out.' },
  };

/** A level as a word and a figure: "as it is", "6 dB softer", "3 dB louder". */
export function describeLevel(db: number): string {
  if (db === 0) return 'as it is';
  return db < 0 ? `${-db} dB softer` : `${db} dB louder`;
}

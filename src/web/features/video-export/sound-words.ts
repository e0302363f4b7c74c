import type { SoundChoice } from '#media/mix/mix-settings.ts';

/** What can be chosen for the sound, as it is said to a person. */
export const soundWords: Readonly<Record<SoundChoice, { readonly label: string; readonly detail: string }>> =
  {
    mixed: {
      label: 'Voice over the original',
      detail: 'The film’s own sound becomes softer while the voice speaks.',
    },
    second: {
      label: 'Two sounds to choose from',
      detail:
        'The film’s own sound stays untouched; the narration is a track of its own, which players let you choose.',
    },
    voice: { label: 'The voice alone', detail: 'The film’s own sound is left out.' },
  };

/** A level in words and a figure: "as it is", "much softer (12 dB)", "a little louder (3 dB)". */
export function describeLevel(db: number): string {
  if (db === 0) return 'as it is';
  return `${nameStep(Math.abs(db))}${db < 0 ? 'softer' : 'louder'} (${Math.abs(db)} dB)`;
}

/** A loudness as it is measured: "−16 LUFS". */
export function describeLoudness(lufs: number): string {
  return `${lufs < 0 ? '−' : ''}${Math.abs(lufs)} LUFS`;
}

/** As people hear it: 10 dB are about twice as loud. */
function nameStep(db: number): string {
  if (db <= 3) return 'a little ';
  if (db < 10) return '';
  return db < 20 ? 'much ' : 'very much ';
}

import type { LanguageName } from './languages.ts';
import type { OwnVoice, VoiceSex } from './voices.ts';

/** A voice that can be chosen instead. */
export interface OfferedVoice {
  /** Undefined for a preset. */
  readonly provider?: string | undefined;
  readonly id?: string | undefined;
  readonly sex?: VoiceSex | undefined;
  /** Undefined or empty if it speaks whatever its model does. */
  readonly languages?: readonly LanguageName[] | undefined;
}

/**
 * The voice that is most like one that is gone: of the same provider, then for the language, then of the same sex, then the first that is
 * offered. Presets come last.
 * @returns undefined if there is no other
 */
export function findNearestVoice<Offered extends OfferedVoice>(
  gone: OwnVoice,
  offered: readonly Offered[],
  language: LanguageName | undefined,
): Offered | undefined {
  const others = offered.filter(({ provider, id }) => provider !== gone.provider || id !== gone.id);
  const rank = ({ provider, sex, languages = [] }: OfferedVoice) => {
    const isForLanguage = !language || languages.length === 0 || languages.includes(language);
    const likeness = [provider !== undefined, provider === gone.provider, isForLanguage, sex === gone.sex];
    return likeness.reduce((sum, isAlike) => 2 * sum + Number(isAlike), 0);
  };
  // Sorting is stable.
  return others.toSorted((one, other) => rank(other) - rank(one))[0];
}

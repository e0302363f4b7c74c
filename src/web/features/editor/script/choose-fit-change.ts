import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { maxRewrittenCharacters } from '#shared/limits.ts';
import {
  computeAvailable,
  countSpokenUnits,
  type FitContext,
  type ScriptChange,
} from '#shared/script/time-budget.ts';

/** Speech that fills less than this share of its video is clearly shorter. */
const clearlyShorter = 0.8;

interface FitFacts extends Omit<FitContext, 'durationSeconds'> {
  readonly videoSeconds: number | undefined;
  readonly language: LanguageName | undefined;
  readonly canExpand: boolean;
}

/**
 * What would make a script fit its video: undefined where it fits, as it was measured, or else by its language's usual rate, and
 * where nothing can be offered.
 */
export function chooseFitChange({ canExpand, videoSeconds, ...text }: FitFacts): ScriptChange | undefined {
  const { script, spokenSeconds } = text;
  if (videoSeconds === undefined || script.length > maxRewrittenCharacters) return undefined;
  const language = getLanguage(text.language ?? 'English');
  const units = countSpokenUnits(language, script);
  if (units === 0) return undefined;
  const available = computeAvailable(language, { script, durationSeconds: videoSeconds, spokenSeconds });
  const seconds = spokenSeconds ?? (units / language.speakingRate.perMinute) * 60;
  if (seconds > videoSeconds + 1 && units > available.count) return 'shorten';
  const isShort = seconds < clearlyShorter * videoSeconds && units < clearlyShorter * available.count;
  return canExpand && isShort ? 'lengthen' : undefined;
}

import { isTimedScript } from '#shared/narration/timed-text.ts';
import { chooseFitChange } from './choose-fit-change.ts';
import type { FitButtonsProps } from './fit-buttons.tsx';
import type { RewriteOrder } from './narration-service.ts';
import { isLoading, type NarrationState } from './narration-state.ts';

interface FitSurroundings {
  /** How long the recording takes as it is heard now; undefined while there is none. */
  readonly spokenSeconds: number | undefined;
  /** The video's length; undefined while there is none. */
  readonly videoSeconds: number | undefined;
  /** Whether the script provider can make a script longer. */
  readonly canExpand: boolean;
}

/**
 * What would make the script fit its video, by the measured length of its recording where there is one.
 * @param rewrite called when that is asked for
 */
export function createScriptFit(
  state: NarrationState,
  { spokenSeconds, videoSeconds, canExpand }: FitSurroundings,
  rewrite: (order: Omit<RewriteOrder, 'prompt' | 'signal'>) => void,
): FitButtonsProps {
  const text = { script: state.script, language: state.scriptLanguage, spokenSeconds };
  return {
    // A timed script is made to fit line by line.
    change:
      isLoading(state) || isTimedScript(state.script)
        ? undefined
        : chooseFitChange({ ...text, videoSeconds, canExpand }),
    onRewrite(change) {
      if (videoSeconds !== undefined) rewrite({ ...text, change, durationSeconds: videoSeconds });
    },
  };
}

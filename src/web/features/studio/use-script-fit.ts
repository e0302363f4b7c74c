import { chooseFitChange } from './choose-fit-change.ts';
import type { FitButtonsProps } from './fit-buttons.tsx';
import type { RewriteOrder } from './narration-service.ts';
import { isLoading, type NarrationState } from './narration-state.ts';
import { useSoundSeconds } from './use-sound-seconds.ts';

interface FitSurroundings {
  /** The video's length; undefined while there is none. */
  readonly videoSeconds: number | undefined;
  /** Whether whoever writes can make a script longer. */
  readonly lengthens: boolean;
}

/**
 * What would make the script fit its video, by the measured length of its recording where there is one.
 * @param rewrite called when that is asked for
 */
export function useScriptFit(
  state: NarrationState,
  { videoSeconds, lengthens }: FitSurroundings,
  rewrite: (order: Omit<RewriteOrder, 'wish' | 'signal'>) => void,
): FitButtonsProps {
  const spokenSeconds = useSoundSeconds(state.audio);
  const text = { script: state.script, language: state.scriptLanguage, spokenSeconds };
  return {
    change: isLoading(state) ? undefined : chooseFitChange({ ...text, videoSeconds, lengthens }),
    onRewrite(change) {
      if (videoSeconds !== undefined) rewrite({ ...text, change, durationSeconds: videoSeconds });
    },
  };
}

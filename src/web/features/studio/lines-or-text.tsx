import type { ReactNode } from 'react';
import { useLazyParts } from '../../lib/lazy-parts.ts';
import { lazyTimedParts } from './lazy-timed-parts.ts';
import type { StudioState } from './use-studio.ts';

export interface LinesOrTextProps {
  readonly studio: StudioState;
  readonly languageCode: string | undefined;
  /** The script as a text. */
  readonly children: ReactNode;
}

/** A script that has times as a list of lines, or as the text that it is; any other one as text. */
export function LinesOrText(props: LinesOrTextProps) {
  const { timed, narration } = props.studio;
  const parts = useLazyParts(lazyTimedParts, timed.isTimed);
  // What grows is read as it comes.
  const isGrowing = narration.state.phase === 'generating script';
  return timed.isTimed && parts && !isGrowing ? <parts.LinesView {...props} /> : props.children;
}

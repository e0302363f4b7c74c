import type { UnseenEnd } from './done-notice.ts';
import { isLoading, type NarrationState } from './narration-state.ts';

interface TabTitleProps {
  readonly state: NarrationState;
  readonly videoName: string | undefined;
  readonly unseenEnd: UnseenEnd | undefined;
}

/** What the tab says while somebody is elsewhere; the page's own title otherwise. */
export function TabTitle({ state, videoName = 'Benshi', unseenEnd }: TabTitleProps) {
  if (isLoading(state)) return <title>{`${state.progress} % · ${videoName}`}</title>;
  if (!unseenEnd) return null;
  return <title>{unseenEnd.isDone ? `✓ ${videoName}` : `Not done · ${videoName}`}</title>;
}

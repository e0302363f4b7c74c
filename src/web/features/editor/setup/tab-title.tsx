import { t } from '#shared/messages/message.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import type { UnseenEnd } from './done-notice.ts';
import { isLoading, type NarrationState } from './narration-state.ts';

interface TabTitleProps {
  readonly state: NarrationState;
  readonly videoName: string | undefined;
  readonly unseenEnd: UnseenEnd | undefined;
}

/** What the tab shows while another one is looked at; the page's own title otherwise. */
export function TabTitle({ state, videoName: name = 'Benshi', unseenEnd }: TabTitleProps) {
  const { percentOf, doneTitle, failedTitle } = studioStatusMessages;
  if (isLoading(state)) return <title>{t(percentOf, { percent: state.progress, what: name })}</title>;
  if (!unseenEnd) return null;
  return <title>{t(unseenEnd.isDone ? doneTitle : failedTitle, { name })}</title>;
}

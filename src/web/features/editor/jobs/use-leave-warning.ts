import { useCallback, useEffect } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { t } from '#shared/messages/message.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { isTabHeld, isWorkRunning, noteLeaving } from '../../../lib/running-work.ts';

/** Whether the page may be left: at once while nothing is worked on, else when the person says so. */
export function confirmLeaving(): boolean {
  return !isWorkRunning() || window.confirm(t(studioStatusMessages.leave));
}

export function useLeaveWarning(): void {
  useBeforeUnload(
    useCallback(event => {
      if (!isTabHeld()) return;
      noteLeaving();
      event.preventDefault();
    }, []),
  );
  const blocker = useBlocker(useCallback(() => !confirmLeaving(), []));
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset();
  }, [blocker]);
}

import { useCallback, useEffect } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';

const question = 'Benshi is still working. Leave this page and stop it?';

/** Asks before running work is lost, whether somebody closes the tab or follows a link of ours. */
export function useLeaveWarning(isWorking: boolean): void {
  useBeforeUnload(
    useCallback(
      event => {
        if (isWorking) event.preventDefault();
      },
      [isWorking],
    ),
  );
  const blocker = useBlocker(useCallback(() => isWorking && !window.confirm(question), [isWorking]));
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset();
  }, [blocker]);
}

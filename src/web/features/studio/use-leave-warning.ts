import { useCallback, useEffect } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';

const question = 'Benshi is still working. Leave this page and stop it?';

/** There is one page, and at most one studio on it. */
let isRunning = false;

export function isWorkRunning(): boolean {
  return isRunning;
}

/** Whether the studio may be left: at once while it rests, else when the person says so. */
export function confirmLeaving(): boolean {
  return !isRunning || window.confirm(question);
}

/** Asks before running work is lost, whether somebody closes the tab or follows a link of ours. */
export function useLeaveWarning(isWorking: boolean): void {
  useEffect(() => {
    isRunning = isWorking;
    return () => {
      isRunning = false;
    };
  }, [isWorking]);
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

import { type RefObject, useEffect, useState } from 'react';
import { TextButton } from '../../components/button.tsx';
import { useFocusFallback } from '../../lib/use-focus-fallback.ts';
import { askForNotices, canAskForNotices } from './done-notice.ts';

/** After this long somebody may want to do something else meanwhile. */
const longWorkMs = 15_000;

interface NotifyMeProps {
  readonly isWorking: boolean;
  /** Who has the keyboard's place once there is nothing to press any more. */
  readonly focusFallback: RefObject<HTMLElement | null>;
}

/** Offers to tell outside of the page when it is done, once the work takes long or somebody has been elsewhere. */
export function NotifyMe({ isWorking, focusFallback }: NotifyMeProps) {
  const isLong = useLongWork(isWorking);
  const [answer, setAnswer] = useState<string>();
  const isOffered = isWorking && isLong && answer === undefined && canAskForNotices();
  const focus = useFocusFallback(isOffered, focusFallback);

  async function ask() {
    const isAllowed = await askForNotices();
    setAnswer(
      isAllowed ? 'You will be told.' : 'The browser does not allow it; the tab’s title tells all the same.',
    );
  }

  return (
    <>
      {isOffered && (
        <TextButton onClick={() => void ask()} {...focus}>
          Tell me when it is done
        </TextButton>
      )}
      <span role="status">{isWorking && answer}</span>
    </>
  );
}

function useLongWork(isWorking: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (!isWorking) return;
    const timer = setTimeout(() => setLong(true), longWorkMs);
    const noteLeaving = () => setLong(true);
    document.addEventListener('visibilitychange', noteLeaving);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', noteLeaving);
    };
  }, [isWorking]);
  return isLong;
}

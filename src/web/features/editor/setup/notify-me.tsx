import { type RefObject, useEffect, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { studioWorkMessages } from '#shared/messages/studio-work.ts';
import { TextButton } from '../../../components/button.tsx';
import { useFocusFallback } from '../../../lib/use-focus-fallback.ts';
import { askForNotices, canAskForNotices } from './done-notice.ts';

/** After this long a person may want to do something else. */
const longWorkMs = 15_000;

interface NotifyMeProps {
  readonly isWorking: boolean;
  /** Gets the focus once the button has gone. */
  readonly focusFallback: RefObject<HTMLElement | null>;
}

/** Offers a notification once the work takes long or another tab was looked at. */
export function NotifyMe({ isWorking, focusFallback }: NotifyMeProps) {
  const isLong = useLongWork(isWorking);
  const [answer, setAnswer] = useState<string>();
  const isOffered = isWorking && isLong && answer === undefined && canAskForNotices();
  const focus = useFocusFallback(isOffered, focusFallback);

  async function ask() {
    const { willNotify, cannotNotify } = studioWorkMessages;
    setAnswer(t((await askForNotices()) ? willNotify : cannotNotify));
  }

  return (
    <>
      {isOffered && (
        <TextButton onClick={() => void ask()} {...focus}>
          {t(studioWorkMessages.notify)}
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

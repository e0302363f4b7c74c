import { type RefObject, useRef } from 'react';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { Button } from '../../../components/button.tsx';
import { useFocusFallback } from '../../../lib/focus.ts';
import classes from './work-button.module.css';

interface WorkButtonProps {
  /** The button that begins, to give it the focus. */
  readonly begin?: RefObject<HTMLButtonElement | null>;
  readonly label: string;
  readonly isWorking: boolean;
  /** It cannot begin now. It stays focusable all the same. */
  readonly disabled: boolean;
  /** The id of what says why it cannot. */
  readonly reasonId?: string | undefined;
  readonly onBlocked?: () => void;
  readonly variant?: 'filled' | 'default';
  readonly onBegin: () => void;
  /** Undefined where Cancel stands elsewhere. */
  readonly onCancel: (() => void) | undefined;
}

/** A button that begins work and, while the work goes on, Cancel beside it. The focus is not lost. */
export function WorkButton(props: WorkButtonProps) {
  const ownBegin = useRef<HTMLButtonElement>(null);
  const { begin = ownBegin, label, isWorking, disabled, variant, onBegin, onBlocked, onCancel } = props;
  const cancelFocus = useFocusFallback(isWorking, begin);

  return (
    <div className={classes.pair}>
      <Button
        className={classes.begin}
        ref={begin}
        variant={variant ?? 'filled'}
        isBlocked={disabled}
        isBusy={isWorking}
        reasonId={props.reasonId}
        onBlocked={onBlocked}
        onClick={onBegin}
      >
        {isWorking ? t(pageMessages.loading) : label}
      </Button>
      {isWorking && onCancel && (
        <Button variant="default" onClick={onCancel} {...cancelFocus}>
          {t(studioMessages.cancel)}
        </Button>
      )}
    </div>
  );
}

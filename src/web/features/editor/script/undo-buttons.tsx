import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { useRovingIndex } from '../../lib/use-roving-index.ts';
import classes from './undo-buttons.module.css';

interface UndoButtonsProps {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/** Undo and Redo of all changes to the script: one tab stop, which keeps the focus. */
export function UndoButtons({ canUndo, canRedo, onUndo, onRedo }: UndoButtonsProps) {
  const steps = [
    { label: t(studioMessages.undo), isPossible: canUndo, onPress: onUndo },
    { label: t(studioMessages.redo), isPossible: canRedo, onPress: onRedo },
  ];
  const getItemProps = useRovingIndex(steps.length);
  return (
    <div className={classes.pair} role="toolbar" aria-label={t(studioMessages.history)}>
      {steps.map(({ label, isPossible, onPress }, index) => (
        <button
          key={label}
          type="button"
          className={classes.step}
          aria-disabled={!isPossible}
          {...getItemProps(index, () => isPossible && onPress())}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

import { useRovingIndex } from '../../lib/use-roving-index.ts';
import classes from './undo-buttons.module.css';

interface UndoButtonsProps {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/** One step back or forth in all that was done to the script: one stop of the keyboard, whose place stays where it was pressed. */
export function UndoButtons({ canUndo, canRedo, onUndo, onRedo }: UndoButtonsProps) {
  const steps = [
    { label: 'Undo', isPossible: canUndo, onPress: onUndo },
    { label: 'Redo', isPossible: canRedo, onPress: onRedo },
  ];
  const getItemProps = useRovingIndex(steps.length);
  return (
    <div className={classes.pair} role="toolbar" aria-label="What was done to the script">
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

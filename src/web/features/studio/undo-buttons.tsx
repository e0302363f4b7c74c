import classes from './undo-buttons.module.css';

interface UndoButtonsProps {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/** One step back or forth in all that was done to the script. Who presses the last one keeps the keyboard's place. */
export function UndoButtons({ canUndo, canRedo, onUndo, onRedo }: UndoButtonsProps) {
  return (
    <div className={classes.pair}>
      <Step label="Undo" isPossible={canUndo} onPress={onUndo} />
      <Step label="Redo" isPossible={canRedo} onPress={onRedo} />
    </div>
  );
}

function Step({ label, isPossible, onPress }: { label: string; isPossible: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      className={classes.step}
      aria-disabled={!isPossible}
      onClick={isPossible ? onPress : undefined}
    >
      {label}
    </button>
  );
}

import { Button } from '@mantine/core';
import classes from './begin-button.module.css';

interface BeginButtonProps {
  readonly isWriting: boolean;
  readonly disabled: boolean;
  readonly onBegin: () => void;
  readonly onCancel: () => void;
}

/** Generate Narration, and beside it the way to stop it. */
export function BeginButton({ isWriting, disabled, onBegin, onCancel }: BeginButtonProps) {
  return (
    <div className={classes.begin}>
      <Button fullWidth onClick={onBegin} disabled={disabled} data-busy={isWriting}>
        {isWriting ? 'Loading...' : 'Generate Narration'}
      </Button>
      {isWriting && (
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}

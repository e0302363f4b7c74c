import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import classes from './versions-row.module.css';

interface ForgetDialogProps {
  readonly onClose: () => void;
  readonly onForget: () => void;
}

/** Asks once more: what is kept in the browser alone is nowhere else. */
export function ForgetDialog({ onClose, onForget }: ForgetDialogProps) {
  return (
    <Dialog title="Forget all takes?" onClose={onClose}>
      <div className={classes.question}>
        <p>
          Your takes of all videos, their sounds and the copy of the video are deleted from this browser. They
          are kept nowhere else. Your prompt and the script on this page stay.
        </p>
        <div className={classes.answers}>
          <Button onClick={onForget}>Forget them</Button>
          <Button variant="default" onClick={onClose}>
            Keep them
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

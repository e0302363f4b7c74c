import { t } from '#shared/messages/message.ts';
import { narrationsMessages } from '#shared/messages/narrations.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import classes from './narrations.module.css';

interface ForgetDialogProps {
  readonly onClose: () => void;
  readonly onForget: () => void;
}

/** Asks before all narrations are deleted: they are nowhere but in this browser. */
export function ForgetDialog({ onClose, onForget }: ForgetDialogProps) {
  return (
    <Dialog
      title={t(narrationsMessages.removeAllTitle)}
      reason={t(narrationsMessages.removeAllQuestion)}
      onClose={onClose}
    >
      <div className={classes.answers}>
        <Button onClick={onForget}>{t(narrationsMessages.confirmRemoveAll)}</Button>
        <Button variant="default" onClick={onClose}>
          {t(narrationsMessages.keepAll)}
        </Button>
      </div>
    </Dialog>
  );
}

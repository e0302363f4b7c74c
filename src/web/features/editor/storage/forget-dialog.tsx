import { t } from '#shared/messages/message.ts';
import { versionsMessages } from '#shared/messages/versions.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import classes from './versions-row.module.css';

interface ForgetDialogProps {
  readonly onClose: () => void;
  readonly onForget: () => void;
}

/** Asks before versions are deleted: they are nowhere but in this browser. */
export function ForgetDialog({ onClose, onForget }: ForgetDialogProps) {
  return (
    <Dialog title={t(versionsMessages.deleteTitle)} onClose={onClose}>
      <div className={classes.question}>
        <p>{t(versionsMessages.deleteQuestion)}</p>
        <div className={classes.answers}>
          <Button onClick={onForget}>{t(versionsMessages.confirmDelete)}</Button>
          <Button variant="default" onClick={onClose}>
            {t(versionsMessages.keep)}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

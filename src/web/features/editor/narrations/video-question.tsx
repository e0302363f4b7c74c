import { keepingMessages } from '#shared/messages/keeping.ts';
import { t } from '#shared/messages/message.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import type { VideoQuestion } from '../store/editor-state.ts';
import classes from './narrations.module.css';

/** Asks what becomes of the script when another video is chosen. */
export function VideoQuestionDialog({ question }: { readonly question: VideoQuestion }) {
  const { name, hasNarration, answer } = question;
  const { anotherVideoKept, anotherVideoQuestion } = keepingMessages;
  return (
    <Dialog
      title={t(keepingMessages.anotherVideo)}
      reason={t(hasNarration ? anotherVideoKept : anotherVideoQuestion, { name })}
      onClose={() => answer('cancel')}
    >
      <div className={classes.dialog}>
        <p>{t(keepingMessages.oldOneStays)}</p>
        <div className={classes.answers}>
          <Button onClick={() => answer('new narration')}>
            {t(hasNarration ? keepingMessages.openNarration : keepingMessages.newNarration)}
          </Button>
          <Button variant="default" onClick={() => answer('keep script')}>
            {t(keepingMessages.keepScript)}
          </Button>
          <Button variant="default" onClick={() => answer('cancel')}>
            {t(keepingMessages.cancel)}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

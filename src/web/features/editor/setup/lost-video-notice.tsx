import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { TextButton } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import type { LostVideo } from '../store/editor-state.ts';

/** Says which file to add again. The script and its versions are there already. */
export function LostVideoNotice({ lost: { name, reopen } }: { lost: LostVideo }) {
  return (
    <Notice tone="plain">
      <p role="status">
        {t(studioMessages.addAgain, { name })}{' '}
        {reopen && <TextButton onClick={reopen}>{t(studioMessages.reopen, { name })}</TextButton>}
      </p>
    </Notice>
  );
}

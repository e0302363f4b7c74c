import { t } from '#shared/messages/message.ts';
import { sharingMessages as messages } from '#shared/messages/sharing.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { chooseAccount, isOnAccount } from '../keep/account.ts';
import { hasAccount } from '../keep/start-storage.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { NewLink } from './new-link.tsx';
import { ShareLinks } from './share-links.tsx';

/** Links by which others review the shown narration, where the account keeps it; else what to do first. */
export function ShareDialog({ onClose }: { readonly onClose: () => void }) {
  const projectId = useEditorState(({ project }) => project.id);
  const isStored = useEditorState(({ keeping }) => keeping.account === 'saved');
  return (
    <Dialog title={t(messages.share)} reason={t(messages.reason)} onClose={onClose}>
      <div className="stack">
        {isStored ? (
          <>
            <NewLink key={projectId} />
            <ShareLinks />
          </>
        ) : (
          <FirstStep />
        )}
      </div>
    </Dialog>
  );
}

function FirstStep() {
  const editor = useEditor();
  if (!hasAccount(editor)) return <p>{t(messages.signIn)}</p>;
  if (isOnAccount(editor)) return <p role="status">{t(messages.wait)}</p>;
  return (
    <>
      <p>{t(messages.saveFirst)}</p>
      <Button onClick={() => chooseAccount(editor, true)}>{t(messages.saveNow)}</Button>
    </>
  );
}

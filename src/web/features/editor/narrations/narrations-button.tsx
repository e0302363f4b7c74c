import { useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { TextButton } from '../../../components/button.tsx';
import { LazyParts, useLazyParts } from '../../../lib/load-chunk.ts';
import { isUntouched } from '../storage/kept-project.ts';
import { visitorOwner } from '../storage/start-storage.ts';
import { useEditor, useEditorState } from '../store/use-editor.tsx';

const lazyDialog = new LazyParts('narrations', () => import('./narrations-dialog.tsx'));

/** Opens the list of the narrations in this browser and on the account, once there may be one. */
export function NarrationsButton() {
  const [isOpen, setOpen] = useState(false);
  // An account may have some that this browser does not have.
  const hasAccount = useEditor().owner !== visitorOwner;
  const hasAny = useEditorState(state => hasAccount || state.keeping.hasProjects || !isUntouched(state));
  const parts = useLazyParts(lazyDialog, isOpen);
  if (!hasAny) return null;
  return (
    <>
      <TextButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t(studioMessages.yourNarrations)}
      </TextButton>
      {isOpen && parts && <parts.NarrationsDialog onClose={() => setOpen(false)} />}
    </>
  );
}

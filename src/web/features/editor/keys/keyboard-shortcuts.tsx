import { useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { TextButton } from '../../../components/button.tsx';
import { LazyParts, useLazyParts } from '../../../lib/load-chunk.ts';

const lazyDialog = new LazyParts('keyboard shortcuts', () => import('./shortcuts-dialog.tsx'));

/** Opens the list of all keys, as `?` does. */
export function KeyboardShortcuts() {
  const [isOpen, setOpen] = useState(false);
  const parts = useLazyParts(lazyDialog, isOpen);
  return (
    <>
      <TextButton aria-keyshortcuts="?" onClick={() => setOpen(true)}>
        {t(studioMessages.keyboardShortcuts)}
      </TextButton>
      {isOpen && parts && <parts.ShortcutsDialog onClose={() => setOpen(false)} />}
    </>
  );
}

import { useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { pronunciationMessages as messages } from '#shared/messages/pronunciation.ts';
import { TextButton } from '../../../components/button.tsx';
import { LazyParts, useLazyParts } from '../../../lib/load-chunk.ts';
import { isEmpty } from '../store/select.ts';
import { useEditorState } from '../store/use-editor.tsx';

const lazyDialog = new LazyParts('pronunciation', () => import('./pronunciation-dialog.tsx'));

export function PronunciationButton() {
  const [isOpen, setOpen] = useState(false);
  const isBlank = useEditorState(isEmpty);
  if (isBlank) return null;
  return (
    <div>
      <TextButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t(messages.title)}
      </TextButton>
      {isOpen && <LazyPronunciationDialog word="" onClose={() => setOpen(false)} />}
    </div>
  );
}

interface LazyPronunciationDialogProps {
  /** To begin with; may be empty. */
  readonly word: string;
  readonly onClose: () => void;
}

export function LazyPronunciationDialog(props: LazyPronunciationDialogProps) {
  const parts = useLazyParts(lazyDialog, true);
  return parts && <parts.PronunciationDialog {...props} />;
}

import { useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { pronunciationMessages as messages } from '#shared/messages/pronunciation.ts';
import { TextButton } from '../../../components/button.tsx';
import { isEmpty } from '../model/select.ts';
import { useEditorState } from '../model/use-editor.tsx';
import { PronunciationDialog } from './pronunciation-dialog.tsx';

export function PronunciationButton() {
  const [isOpen, setOpen] = useState(false);
  const isBlank = useEditorState(isEmpty);
  if (isBlank) return null;
  return (
    <div>
      <TextButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t(messages.title)}
      </TextButton>
      {isOpen && <PronunciationDialog word="" onClose={() => setOpen(false)} />}
    </div>
  );
}

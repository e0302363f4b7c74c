import { type SubmitEvent, useState } from 'react';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog, focusInDialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/field.tsx';
import { runOnNarration } from '../model/run-late.ts';
import { useEditor } from '../model/use-editor.tsx';

export function ShiftLines({ onClose }: { readonly onClose: () => void }) {
  const { store } = useEditor();
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);

  function shift(event: SubmitEvent) {
    event.preventDefault();
    const seconds = readSeconds(typed);
    if (seconds === undefined) return setIsWrong(true);
    runOnNarration(store, { type: 'shiftLines', byMs: 1000 * seconds });
    onClose();
  }

  return (
    <Dialog title={t(lineEditorMessages.shiftTitle)} onClose={onClose}>
      <form className="stack" onSubmit={shift}>
        <TextField
          ref={focusInDialog}
          label={t(lineEditorMessages.shiftSeconds)}
          description={t(lineEditorMessages.shiftHint)}
          error={isWrong ? t(lineEditorMessages.shiftWrong) : undefined}
          inputMode="text"
          autoComplete="off"
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
        />
        <Button type="submit">{t(lineEditorMessages.shift)}</Button>
      </form>
    </Dialog>
  );
}

/** Seconds, with any of the signs for minus and the decimal point. */
function readSeconds(typed: string): number | undefined {
  const seconds = Number(typed.trim().replace(',', '.').replace(/^[−–]/u, '-'));
  return typed.trim() !== '' && Number.isFinite(seconds) && seconds !== 0 ? seconds : undefined;
}

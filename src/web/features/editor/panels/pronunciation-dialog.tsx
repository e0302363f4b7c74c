import { useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { pronunciationMessages as messages } from '#shared/messages/pronunciation.ts';
import { TextButton } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { describeFailure } from '../../../lib/failures.ts';
import { speak } from '../jobs/speak.ts';
import { getVoice } from '../model/editor.ts';
import { getNarration } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { EntryForm } from './entry-form.tsx';
import { EntryTable } from './entry-table.tsx';
import { type Entry, listEntries, removeEntry, saveEntry, type Unspoken } from './keep-entries.ts';
import classes from './pronunciation.module.css';

interface PronunciationDialogProps {
  /** To begin with; may be empty. */
  readonly word: string;
  readonly onClose: () => void;
}

interface Change {
  readonly text: string;
  readonly unspoken: Unspoken;
}

/** How words are spoken, in this project and in all of a person's: a list to read, hear and change. */
export function PronunciationDialog({ word, onClose }: PronunciationDialogProps) {
  const editor = useEditor();
  const project = useEditorState(state => state.project);
  const ownPronunciations = useEditorState(state => state.ownPronunciations);
  const entries = listEntries({ project, ownPronunciations });
  const [edited, setEdited] = useState<Entry>();
  // A new form for each entry, and after each that was saved.
  const [formNumber, setFormNumber] = useState(0);
  const [change, setChange] = useState<Change>();
  const [failure, setFailure] = useState<string>();

  function edit(entry: Entry | undefined) {
    setEdited(entry);
    setFormNumber(number => number + 1);
  }

  async function keep(work: () => Promise<Unspoken>, text: string) {
    setFailure(undefined);
    setChange(undefined);
    try {
      setChange({ text, unspoken: await work() });
      edit(undefined);
    } catch (error) {
      setFailure(describeFailure(error));
    }
  }

  return (
    <Dialog title={t(messages.title)} reason={t(messages.hint)} onClose={onClose} isWide>
      <EntryForm
        key={formNumber}
        entries={entries}
        edited={edited}
        word={formNumber === 0 ? word : ''}
        onSave={entry => keep(() => saveEntry(editor, entry, edited), t(messages.saved))}
        onCancel={() => edit(undefined)}
      />
      <div role="status" className={classes.status}>
        {change && <ChangeText change={change} onSpeak={onClose} />}
      </div>
      {failure && <Notice tone="problem">{failure}</Notice>}
      <EntryTable
        entries={entries}
        onEdit={edit}
        onRemove={entry => keep(() => removeEntry(editor, entry), t(messages.removed))}
      />
    </Dialog>
  );
}

function ChangeText({ change, onSpeak }: { readonly change: Change; readonly onSpeak: () => void }) {
  const editor = useEditor();
  const canSpeak = useEditorState(({ job }) => job === undefined && getVoice(editor) !== undefined);
  const { lines, isScript } = change.unspoken;
  if (lines === 0) return change.text;
  function speakAgain() {
    onSpeak();
    speak(editor, { provider: getNarration(editor.store.getState())?.settings.provider });
  }
  return (
    <>
      {change.text} {isScript ? t(messages.scriptToSpeak) : t(messages.linesToSpeak, { count: lines })}{' '}
      {canSpeak && <TextButton onClick={speakAgain}>{t(messages.speakNow)}</TextButton>}
    </>
  );
}

import { useEffect, useRef, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { narrationsMessages } from '#shared/messages/narrations.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { describeFailure } from '../../../lib/describe-failure.ts';
import { noteFailure } from '../../../lib/early-errors.ts';
import type { Editor } from '../store/editor.ts';
import { useEditor, useEditorState } from '../store/use-editor.tsx';
import {
  beginNew,
  duplicateListed,
  type ListedProject,
  listKept,
  openListed,
  removeAll,
  removeListed,
  renameListed,
} from './edit-kept.ts';
import { ListedNarration } from './listed-narration.tsx';
import classes from './narrations.module.css';

/** The narrations in this browser: to open, duplicate, rename and delete. */
export function NarrationsDialog({ onClose }: { readonly onClose: () => void }) {
  const editor = useEditor();
  const openId = useEditorState(({ project }) => project.id);
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const list = useKeptList(editor);
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const [asksForAll, setAsksForAll] = useState(false);

  // What was deleted can be brought back until then.
  function close() {
    onClose();
    if (removed.size > 0) removeListed(editor, [...removed]).catch(noteFailure);
  }

  function leaveFor(open: () => Promise<void>) {
    close();
    open().catch(noteFailure);
  }

  return (
    <Dialog title={t(narrationsMessages.title)} reason={t(narrationsMessages.reason)} onClose={close}>
      <div className="stack">
        {isWorking && <Notice tone="plain">{t(narrationsMessages.whileWorking)}</Notice>}
        {list.problem && <Notice tone="problem">{list.problem}</Notice>}
        {list.projects?.length === 0 && <p>{t(narrationsMessages.none)}</p>}
        <ul className={classes.list}>
          {list.projects?.map(listed => (
            <ListedNarration
              key={listed.id}
              listed={listed}
              isOpen={listed.id === openId}
              isRemoved={removed.has(listed.id)}
              isWorking={isWorking}
              onOpen={() => leaveFor(() => openListed(editor, listed))}
              onRename={title => list.change(() => renameListed(editor, listed, title))}
              onDuplicate={() => list.change(() => duplicateListed(listed))}
              onRemove={() => setRemoved(new Set([...removed, listed.id]))}
              onRestore={() => setRemoved(new Set([...removed].filter(id => id !== listed.id)))}
            />
          ))}
        </ul>
        {!isWorking && (
          <div className={classes.answers}>
            <Button onClick={() => leaveFor(async () => beginNew(editor))}>
              {t(narrationsMessages.create)}
            </Button>
            {list.projects !== undefined && list.projects.length > 0 && (
              <TextButton onClick={() => setAsksForAll(true)}>{t(narrationsMessages.removeAll)}</TextButton>
            )}
          </div>
        )}
        <p role="status">{list.areAllRemoved && t(narrationsMessages.allRemoved)}</p>
      </div>
      {asksForAll && (
        <ForgetDialog
          onClose={() => setAsksForAll(false)}
          onForget={() => {
            setAsksForAll(false);
            void list.removeAll();
          }}
        />
      )}
    </Dialog>
  );
}

/** What this browser keeps, read again after each change. */
function useKeptList(editor: Editor) {
  const [projects, setProjects] = useState<readonly ListedProject[]>();
  const [problem, setProblem] = useState<string>();
  const [areAllRemoved, setAllRemoved] = useState(false);
  const isGone = useRef(false);

  async function change(work: () => Promise<void>, failure?: string): Promise<void> {
    setProblem(undefined);
    try {
      await work();
      const read = await listKept(editor);
      if (!isGone.current) setProjects(read);
    } catch (error) {
      noteFailure(error);
      setProblem(failure ?? describeFailure(error));
    }
  }

  useEffect(() => {
    isGone.current = false;
    listKept(editor).then(
      read => isGone.current || setProjects(read),
      error => {
        noteFailure(error);
        setProblem(t(narrationsMessages.failed));
      },
    );
    return () => {
      isGone.current = true;
    };
  }, [editor]);

  const forgetAll = async () => {
    await removeAll(editor);
    setAllRemoved(true);
  };
  return {
    projects,
    problem,
    areAllRemoved,
    change,
    removeAll: () => change(forgetAll, t(narrationsMessages.removalFailed)),
  };
}

interface ForgetDialogProps {
  readonly onClose: () => void;
  readonly onForget: () => void;
}

/** Asks before all narrations are deleted: they are nowhere but in this browser. */
function ForgetDialog({ onClose, onForget }: ForgetDialogProps) {
  return (
    <Dialog
      title={t(narrationsMessages.removeAllTitle)}
      reason={t(narrationsMessages.removeAllQuestion)}
      onClose={onClose}
    >
      <div className={classes.answers}>
        <Button onClick={onForget}>{t(narrationsMessages.confirmRemoveAll)}</Button>
        <Button variant="default" onClick={onClose}>
          {t(narrationsMessages.keepAll)}
        </Button>
      </div>
    </Dialog>
  );
}

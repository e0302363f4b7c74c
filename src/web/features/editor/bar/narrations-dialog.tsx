import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { keepTrashDays } from '#shared/defaults.ts';
import { describeDays } from '#shared/describe-values.ts';
import { accountListMessages } from '#shared/messages/account-list.ts';
import { t } from '#shared/messages/message.ts';
import { narrationsMessages } from '#shared/messages/narrations.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { describeFailure, noteFailure, showAlert } from '../../../lib/failures.ts';
import { isOnAccount, type ListFilter, place, removeForGood } from '../keep/account.ts';
import { hasAccount } from '../keep/start-storage.ts';
import type { Editor } from '../model/editor.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { AccountOptions, ListFilterFields } from './account-options.tsx';
import {
  beginNew,
  duplicateListed,
  type Listed,
  type ListedProject,
  listKept,
  openListed,
  removeAll,
  removeListed,
  renameListed,
} from './edit-kept.ts';
import { ListedNarration } from './listed-narration.tsx';
import classes from './narrations.module.css';

export function NarrationsDialog({ onClose }: { readonly onClose: () => void }) {
  const editor = useEditor();
  const openId = useEditorState(({ project }) => project.id);
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const [filter, setFilter] = useState(showAll);
  const list = useKeptList(editor, filter);
  const [removed, setRemoved] = useState<ReadonlyMap<string, ListedProject>>(new Map());
  const [asksForAll, setAsksForAll] = useState(false);
  const isSaved = isOnAccount(editor);

  const listedIds = new Set(list.projects?.map(({ id }) => id));
  // A search hides nothing that closing deletes.
  const shown = [...(list.projects ?? []), ...[...removed.values()].filter(({ id }) => !listedIds.has(id))];

  // What was deleted can be brought back until then.
  function close() {
    onClose();
    removeListed(editor, [...removed.values()]).catch((error: unknown) => {
      noteFailure(error);
      showAlert(describeFailure(error));
    });
  }

  function leaveFor(open: () => Promise<void>) {
    close();
    open().catch(noteFailure);
  }

  const reason = hasAccount(editor) ? accountListMessages.reason : narrationsMessages.reason;
  return (
    <Dialog title={t(narrationsMessages.title)} reason={t(reason)} onClose={close}>
      <div className="stack">
        {isWorking && <Notice tone="plain">{t(narrationsMessages.whileWorking)}</Notice>}
        {list.problem && <Notice tone="problem">{list.problem}</Notice>}
        {hasAccount(editor) && <AccountOptions onChange={list.change} />}
        {isSaved && <ListFilterFields filter={filter} folders={list.folders} onChange={setFilter} />}
        {list.projects?.length === 0 && <p>{describeNone(filter)}</p>}
        <ul className={classes.list}>
          {shown.map(listed => (
            <ListedNarration
              key={listed.id}
              listed={listed}
              isOpen={listed.id === openId}
              isRemoved={removed.has(listed.id)}
              isWorking={isWorking}
              hasAccount={isSaved}
              onOpen={() => leaveFor(() => openListed(editor, listed))}
              onRename={title => list.change(() => renameListed(editor, listed, title))}
              onDuplicate={() => list.change(() => duplicateListed(editor, listed))}
              onRemove={() => setRemoved(new Map(removed).set(listed.id, listed))}
              onRestore={() => setRemoved(new Map([...removed].filter(([id]) => id !== listed.id)))}
              onMove={folder => list.change(() => place(listed.id, { folder }))}
              onBringBack={() => list.change(() => place(listed.id, { isInTrash: false }))}
              onRemoveForGood={() => list.change(() => removeForGood(listed.id))}
              onVersion={() => leaveFor(() => openListed(editor, listed))}
            />
          ))}
        </ul>
        {list.isPart && (
          <p className={classes.facts}>
            {t(accountListMessages.more, { count: list.projects?.length ?? 0 })}
          </p>
        )}
        {!isWorking && (
          <div className={classes.answers}>
            <Button onClick={() => leaveFor(async () => beginNew(editor))}>
              {t(narrationsMessages.create)}
            </Button>
            {!filter.isTrash && list.projects !== undefined && list.projects.length > 0 && (
              <TextButton onClick={() => setAsksForAll(true)}>{t(narrationsMessages.removeAll)}</TextButton>
            )}
          </div>
        )}
        <p role="status">{list.areAllRemoved && t(narrationsMessages.allRemoved)}</p>
      </div>
      {asksForAll && (
        <ForgetDialog
          question={t(isSaved ? accountListMessages.removeAllHere : narrationsMessages.removeAllQuestion)}
          onClose={() => setAsksForAll(false)}
          onForget={() => {
            setAsksForAll(false);
            setRemoved(new Map([...removed].filter(([, { stored }]) => stored)));
            void list.removeAll();
          }}
        />
      )}
    </Dialog>
  );
}

const showAll: ListFilter = { search: '', folder: undefined, isTrash: false };

function describeNone({ search, isTrash }: ListFilter): string {
  if (search.trim() !== '') return t(accountListMessages.noMatch);
  if (isTrash) return t(accountListMessages.emptyTrash, { time: describeDays(keepTrashDays) });
  return t(narrationsMessages.none);
}

function useKeptList(editor: Editor, filter: ListFilter) {
  const [listed, setListed] = useState<Listed>();
  const [problem, setProblem] = useState<string>();
  const [areAllRemoved, setAllRemoved] = useState(false);
  const latest = useRef(0);

  async function read(): Promise<void> {
    const turn = ++latest.current;
    const found = await listKept(editor, filter);
    if (turn === latest.current) setListed(found);
  }

  /** @returns whether it was done */
  async function change(work: () => Promise<void>, failure?: string): Promise<boolean> {
    setProblem(undefined);
    try {
      await work();
      await read();
      return true;
    } catch (error) {
      noteFailure(error);
      setProblem(failure ?? describeFailure(error));
      return false;
    }
  }

  const readFirst = useEffectEvent(() =>
    read().catch(error => {
      noteFailure(error);
      setProblem(t(narrationsMessages.failed));
    }),
  );
  useEffect(() => {
    const timer = setTimeout(readFirst, filter.search === '' ? 0 : searchAfterMs);
    return () => {
      clearTimeout(timer);
      latest.current++;
    };
  }, [filter]);

  const forgetAll = async () => {
    await removeAll(editor);
    setAllRemoved(true);
  };
  return {
    projects: listed?.projects,
    folders: listed?.folders ?? [],
    isPart: listed?.isPart ?? false,
    problem: problem ?? listed?.problem,
    areAllRemoved,
    change: (work: () => Promise<void>) => change(work),
    removeAll: () => change(forgetAll, t(narrationsMessages.removalFailed)),
  };
}

/** Typing goes on meanwhile. */
const searchAfterMs = 250;

interface ForgetDialogProps {
  readonly question: string;
  readonly onClose: () => void;
  readonly onForget: () => void;
}

function ForgetDialog({ question, onClose, onForget }: ForgetDialogProps) {
  return (
    <Dialog title={t(narrationsMessages.removeAllTitle)} reason={question} onClose={onClose}>
      <div className={classes.answers}>
        <Button onClick={onForget}>{t(narrationsMessages.confirmRemoveAll)}</Button>
        <Button variant="default" onClick={onClose}>
          {t(narrationsMessages.keepAll)}
        </Button>
      </div>
    </Dialog>
  );
}

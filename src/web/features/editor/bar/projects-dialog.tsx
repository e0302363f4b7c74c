import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ProjectSummary } from '#shared/api/projects.ts';
import { keepTrashDays } from '#shared/defaults.ts';
import { describeDays } from '#shared/describe-values.ts';
import { accountListMessages } from '#shared/messages/account-list.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { narrationsMessages } from '#shared/messages/narrations.ts';
import { createId, createProject, type Project } from '#shared/narration/project.ts';
import { Button, PlainButton, TextButton } from '../../../components/button.tsx';
import { Dialog, focusInDialog, QuestionDialog } from '../../../components/dialog.tsx';
import { Checkbox, Select, TextField } from '../../../components/field.tsx';
import { FailureNotice, Notice } from '../../../components/notice.tsx';
import { Row } from '../../../components/row.tsx';
import { describeFailure, noteFailure, showAlert } from '../../../lib/failures.ts';
import { takeFocus } from '../../../lib/focus.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useObjectUrl } from '../../../lib/media.ts';
import {
  bringHere,
  chooseAccount,
  chooseThumbnails,
  isOnAccount,
  type ListFilter,
  listOnAccount,
  listVersions,
  moveToTrash,
  place,
  removeForGood,
  restoreVersion,
  synchroniseSoon,
  wantsThumbnails,
} from '../keep/account.ts';
import {
  changeProject,
  type KeptProject,
  listProjects,
  readProject,
  readRecord,
  writeProject,
  writeRecord,
} from '../keep/database.ts';
import { flushWork, forgetWork, removeWork } from '../keep/keeper.ts';
import { listLanguages, nameProject, openKept } from '../keep/kept-projects.ts';
import { hasAccount } from '../keep/start-storage.ts';
import { copyKeptVideo } from '../keep/video-store.ts';
import { openDocument, run } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { reopenVideo } from '../start/choose-video.ts';
import classes from './bar.module.css';

const searchAfterMs = 250;

export function ProjectsDialog({ onClose }: { readonly onClose: () => void }) {
  const editor = useEditor();
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const [filter, setFilter] = useState<ListFilter>({ search: '', folder: undefined, isTrash: false });
  const [asksForAll, setAsksForAll] = useState(false);
  const list = useProjectList(filter, onClose);
  const isSaved = isOnAccount(editor) === true;
  const isPerson = hasAccount(editor);
  const { projects, folders = [], isPart } = list.found ?? {};
  const isRemoved = ({ id }: ListedProject) => list.removed.some(each => each.id === id);
  // A search hides nothing that closing deletes.
  const hidden = list.removed.filter(({ id }) => !projects?.some(each => each.id === id));
  const answerForAll = (give: () => void) => () => {
    setAsksForAll(false);
    give();
  };
  const reason = t(isPerson ? accountListMessages.reason : narrationsMessages.reason);
  return (
    <Dialog title={t(narrationsMessages.title)} reason={reason} onClose={list.close}>
      <div className="stack">
        {isWorking && <Notice tone="plain">{t(narrationsMessages.whileWorking)}</Notice>}
        {list.problem && <Notice tone="problem">{list.problem}</Notice>}
        {isPerson && <AccountOptions list={list} />}
        {isSaved && <FilterFields filter={filter} folders={folders} onChange={setFilter} />}
        {projects?.length === 0 && <p>{describeNone(filter)}</p>}
        <ul className="flat">
          {[...(projects ?? []), ...hidden].map(listed =>
            isRemoved(listed) ? (
              <li key={listed.id} className={`row ${classes.removed}`}>
                <span role="status">{t(narrationsMessages.removed, { name: listed.name })}</span>
                <TextButton ref={takeFocus} onClick={() => list.restore(listed)}>
                  {t(narrationsMessages.undo)}
                </TextButton>
              </li>
            ) : (
              <ProjectRow key={listed.id} {...{ listed, list, isWorking, isSaved }} />
            ),
          )}
        </ul>
        {isPart && (
          <p className="flat soft small">{t(accountListMessages.more, { count: projects?.length ?? 0 })}</p>
        )}
        {!isWorking && (
          <div className="row">
            <Button onClick={() => list.leaveFor(async () => beginNew(editor))}>
              {t(narrationsMessages.create)}
            </Button>
            {!filter.isTrash && projects !== undefined && projects.length > 0 && (
              <TextButton onClick={() => setAsksForAll(true)}>{t(narrationsMessages.removeAll)}</TextButton>
            )}
          </div>
        )}
        <p role="status">{list.areAllRemoved && t(narrationsMessages.allRemoved)}</p>
      </div>
      {asksForAll && (
        <QuestionDialog
          title={t(narrationsMessages.removeAllTitle)}
          reason={t(isSaved ? accountListMessages.removeAllHere : narrationsMessages.removeAllQuestion)}
          answers={[
            [t(narrationsMessages.confirmRemoveAll), answerForAll(list.removeAll)],
            [t(narrationsMessages.keepAll), answerForAll(() => {})],
          ]}
        />
      )}
    </Dialog>
  );
}

function describeNone({ search, isTrash }: ListFilter): string {
  if (search.trim() !== '') return t(accountListMessages.noMatch);
  if (isTrash) return t(accountListMessages.emptyTrash, { time: describeDays(keepTrashDays) });
  return t(narrationsMessages.none);
}

type ProjectList = ReturnType<typeof useProjectList>;

function useProjectList(filter: ListFilter, onClose: () => void) {
  const editor = useEditor();
  /** What was deleted can be brought back until the list is closed. */
  const [removed, setRemoved] = useState<readonly ListedProject[]>([]);
  const { data, error, refetch } = useQuery({
    queryKey: ['projects', editor.owner, filter],
    queryFn: async ({ signal }) => {
      if (filter.search !== '') await new Promise(resolve => setTimeout(resolve, searchAfterMs));
      signal.throwIfAborted();
      return await findProjects(editor, filter);
    },
    placeholderData: keepPreviousData,
    networkMode: 'always',
    gcTime: 0,
    retry: false,
  });
  const read = () => refetch({ throwOnError: true });
  const changing = useMutation({ mutationFn: (work: () => Promise<unknown>) => work(), onSuccess: read });
  const forgetting = useMutation({ mutationFn: () => removeAll(editor), onSuccess: read });

  function close(): void {
    onClose();
    removing = removeListed(editor, removed);
    removing.catch((error: unknown) => {
      noteFailure(error);
      showAlert(describeFailure(error));
    });
  }

  return {
    found: data,
    problem:
      (changing.error && describeFailure(changing.error)) ??
      (forgetting.error && t(narrationsMessages.removalFailed)) ??
      (error ? t(narrationsMessages.failed) : data?.problem),
    areAllRemoved: forgetting.isSuccess,
    removed,
    change: changing.mutate,
    remove: (project: ListedProject) => setRemoved([...removed, project]),
    restore: ({ id }: ListedProject) => setRemoved(removed.filter(each => each.id !== id)),
    close,
    leaveFor(open: () => Promise<void>): void {
      close();
      open().catch(noteFailure);
    },
    removeAll(): void {
      setRemoved(removed.filter(({ stored }) => stored));
      forgetting.mutate();
    },
  };
}

interface ProjectRowProps {
  readonly listed: ListedProject;
  readonly list: ProjectList;
  readonly isWorking: boolean;
  readonly isSaved: boolean;
}

function ProjectRow(props: ProjectRowProps) {
  const { listed, list, isWorking, isSaved } = props;
  const editor = useEditor();
  const isOpen = useEditorState(({ project }) => project.id === listed.id);
  const [naming, setNaming] = useState<'name' | 'folder' | 'ended'>();
  const [showsVersions, setShowsVersions] = useState(false);
  const ownPicture = useObjectUrl(listed.picture);
  const { id, name, stored } = listed;
  const picture = ownPicture ?? (stored?.hasThumbnail ? `/api/projects/${stored.id}/thumbnail` : undefined);
  if (naming === 'name' || naming === 'folder') {
    const isName = naming === 'name';
    const end = () => setNaming('ended');
    const save = (text: string) => {
      const work = () => (isName ? renameListed(editor, listed, text) : place(id, { folder: text }));
      list.change(work, { onSuccess: end });
    };
    const field = (
      <NameField
        label={t(isName ? narrationsMessages.name : accountListMessages.folderName)}
        before={isName ? name : (stored?.folder ?? '')}
        onSave={save}
        onCancel={end}
      />
    );
    return <Row picture={picture} isCurrent={isOpen} title={field} />;
  }
  const title = (
    <PlainButton
      className={classes.title}
      aria-label={isOpen ? name : t(narrationsMessages.open, { name })}
      isBlocked={isWorking}
      onClick={() => list.leaveFor(() => openListed(editor, listed))}
    >
      {name}
    </PlainButton>
  );
  const actions = (
    <>
      {listChanges({ ...props, editor, isOpen, onName: setNaming }).map(([label, named, act], index) => (
        <TextButton
          key={label.key}
          // That of the field, which is gone.
          ref={index === 0 && naming === 'ended' ? takeFocus : null}
          aria-label={t(named, { name })}
          onClick={act}
        >
          {t(label)}
        </TextButton>
      ))}
      {stored && !stored.deletedAt && (
        <TextButton
          aria-label={t(accountListMessages.versionsOf, { name })}
          aria-expanded={showsVersions}
          onClick={() => setShowsVersions(!showsVersions)}
        >
          {t(accountListMessages.versions)}
        </TextButton>
      )}
    </>
  );
  const facts = listFacts(listed, isOpen, isSaved);
  return (
    <Row picture={picture} isCurrent={isOpen} title={title} facts={facts} actions={actions}>
      {showsVersions && <EarlierVersions listed={listed} list={list} />}
    </Row>
  );
}

interface ListedChanges extends ProjectRowProps {
  readonly editor: Editor;
  readonly isOpen: boolean;
  readonly onName: (what: 'name' | 'folder') => void;
}

type Action = readonly [label: Message, named: Message<'name'>, act: () => void];

function listChanges({ listed, list, editor, isOpen, isWorking, onName }: ListedChanges): Action[] {
  const { id, stored } = listed;
  const { rename, renameThis, duplicate, duplicateThis, remove, removeThis } = narrationsMessages;
  const { move, moveThis, restore, restoreThis, removeForGoodThis } = accountListMessages;
  const change = (work: () => Promise<unknown>) => () => list.change(work);
  if (stored?.deletedAt)
    return [
      [restore, restoreThis, change(() => place(id, { isInTrash: false }))],
      [accountListMessages.removeForGood, removeForGoodThis, change(() => removeForGood(id))],
    ];
  const actions: Action[] = [
    [rename, renameThis, () => onName('name')],
    [duplicate, duplicateThis, change(() => duplicateListed(editor, listed))],
  ];
  if (stored) actions.push([move, moveThis, () => onName('folder')]);
  if (!isOpen || !isWorking) actions.push([remove, removeThis, () => list.remove(listed)]);
  return actions;
}

function listFacts({ languages, updatedAt, stored }: ListedProject, isOpen: boolean, isSaved: boolean) {
  return [
    isOpen && t(narrationsMessages.isOpen),
    languages.join(', '),
    stored?.folder && t(accountListMessages.folder, { folder: stored.folder }),
    isSaved && t(stored ? accountListMessages.onAccount : accountListMessages.browserOnly),
    t(narrationsMessages.changed, { date: formatDateTime(updatedAt) }),
  ];
}

function EarlierVersions({ listed, list }: Pick<ProjectRowProps, 'listed' | 'list'>) {
  const editor = useEditor();
  const { data, error } = useQuery({
    queryKey: ['project versions', listed.id],
    queryFn: () => listVersions(listed.id),
    gcTime: 0,
    retry: false,
  });
  const open = () => list.leaveFor(() => openListed(editor, listed));
  if (error) return <FailureNotice error={error} />;
  if (data?.versions.length === 0)
    return <p className="flat soft small">{t(accountListMessages.noVersions)}</p>;
  return (
    <ul>
      {data?.versions.map(({ revision, savedAt }) => {
        const date = formatDateTime(savedAt);
        const restore = () => restoreVersion(editor, listed.id, revision);
        return (
          <li key={revision} className="flat soft small">
            {t(accountListMessages.versionBefore, { date })}{' '}
            <TextButton
              aria-label={t(accountListMessages.restoreVersion, { date })}
              onClick={() => list.change(restore, { onSuccess: open })}
            >
              {t(accountListMessages.restore)}
            </TextButton>
          </li>
        );
      })}
    </ul>
  );
}

function AccountOptions({ list }: { readonly list: ProjectList }) {
  const editor = useEditor();
  const [isWanted, setWanted] = useState(isOnAccount(editor) === true);
  const [hasThumbnails, setThumbnails] = useState(wantsThumbnails(editor.owner));
  return (
    <div>
      <Checkbox
        label={t(accountListMessages.save)}
        detail={t(accountListMessages.saveDetail)}
        checked={isWanted}
        onChange={checked => {
          setWanted(checked);
          list.change(async () => chooseAccount(editor, checked));
        }}
      />
      {isWanted && (
        <Checkbox
          label={t(accountListMessages.thumbnails)}
          checked={hasThumbnails}
          onChange={checked => {
            setThumbnails(checked);
            list.change(() => chooseThumbnails(editor, checked));
          }}
        />
      )}
    </div>
  );
}

interface FilterFieldsProps {
  readonly filter: ListFilter;
  readonly folders: readonly string[];
  readonly onChange: (filter: ListFilter) => void;
}

function FilterFields({ filter, folders, onChange }: FilterFieldsProps) {
  const choices = [
    { label: t(accountListMessages.all), folder: undefined, isTrash: false },
    ...folders.map(folder => ({ label: folder, folder, isTrash: false })),
    { label: t(accountListMessages.trash), folder: undefined, isTrash: true },
  ];
  const shown = choices.findIndex(
    ({ folder, isTrash }) => folder === filter.folder && isTrash === filter.isTrash,
  );
  return (
    <div className="stack tight">
      <TextField
        type="search"
        label={t(accountListMessages.search)}
        value={filter.search}
        maxLength={200}
        onChange={event => onChange({ ...filter, search: event.currentTarget.value })}
      />
      <Select
        label={t(accountListMessages.show)}
        value={shown}
        options={choices.map(({ label }, value) => ({ value, label }))}
        onChoose={value => onChange({ search: filter.search, ...(choices[Number(value)] ?? filter) })}
      />
    </div>
  );
}

interface ListedProject {
  readonly id: string;
  readonly name: string;
  readonly languages: readonly string[];
  /** ISO 8601. */
  readonly updatedAt: string;
  readonly picture: Blob | undefined;
  readonly stored: ProjectSummary | undefined;
}

async function findProjects(editor: Editor, filter: ListFilter) {
  await removing.catch(() => {});
  await flushWork(editor.owner);
  let problem: string | undefined;
  const note = (error: unknown) => {
    problem = describeFailure(error);
    return undefined;
  };
  const [account, kept] = await Promise.all([
    isOnAccount(editor) ? listOnAccount(filter).catch(note) : undefined,
    listProjects(editor.owner),
  ]);
  const stored = new Map(account?.projects.map(summary => [summary.id, summary]));
  const openId = editor.store.getState().project.id;
  const isShown = async (each: KeptProject) =>
    stored.has(each.id) || (await isShownWithout(each, filter, account !== undefined && each.id !== openId));
  const here = await Promise.all(
    kept.map(async each => ((await isShown(each)) ? await describeKept(each, stored.get(each.id)) : [])),
  );
  for (const { id } of kept) stored.delete(id);
  const projects: ListedProject[] = [...here.flat(), ...[...stored.values()].map(describeStored)];
  return {
    projects: projects.sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1)),
    folders: account?.folders ?? [],
    // Why those of the account are missing.
    problem,
    isPart: account !== undefined && account.total > account.projects.length,
  };
}

/** Whether a project of this browser is listed that the account does not list: what it has and does not list is elsewhere or in the trash. */
async function isShownWithout(
  { id, project }: KeptProject,
  { isTrash, folder, search }: ListFilter,
  asksBase: boolean,
): Promise<boolean> {
  const texts = project.narrations.flatMap(({ lines }) => lines.map(({ text }) => text));
  const searched = [nameProject(project), ...texts].join('\n').toLowerCase();
  if (isTrash || folder !== undefined || !searched.includes(search.trim().toLowerCase())) return false;
  const base = asksBase ? await readRecord('bases', id) : undefined;
  return base?.document === undefined || base.isGone === true;
}

async function describeKept(
  { id, project }: KeptProject,
  stored: ProjectSummary | undefined,
): Promise<ListedProject> {
  const picture = await readRecord('pictures', id).catch(() => undefined);
  const { updatedAt } = project;
  return { id, name: nameProject(project), languages: listLanguages(project), updatedAt, picture, stored };
}

function describeStored(stored: ProjectSummary): ListedProject {
  const { id, title, languages, updatedAt } = stored;
  const name = title || t(narrationsMessages.untitled);
  return { id, name, languages, updatedAt, picture: undefined, stored };
}

/** As this browser has it now: another tab may have gone on with it since it was listed. It may have to be fetched first. */
async function requireKept(editor: Editor, { id }: ListedProject): Promise<KeptProject> {
  return (await readProject(id)) ?? (await bringHere(editor, id));
}

async function openListed(editor: Editor, listed: ListedProject): Promise<void> {
  if (listed.id === editor.store.getState().project.id) return;
  await openKept(editor, await requireKept(editor, listed), file => reopenVideo(editor, file));
}

function beginNew({ store }: Editor): void {
  openDocument(store, createProject());
}

async function renameListed(editor: Editor, listed: ListedProject, title: string): Promise<void> {
  if (listed.id === editor.store.getState().project.id) {
    run(editor.store, { type: 'renameProject', title });
    return await flushWork(editor.owner);
  }
  await requireKept(editor, listed);
  await changeProject(listed.id, kept => kept && { ...kept, project: { ...kept.project, title } });
  synchroniseSoon();
}

async function duplicateListed(editor: Editor, listed: ListedProject): Promise<void> {
  const kept = await requireKept(editor, listed);
  const id = createId();
  const usedAtMs = Date.now();
  const createdAt = new Date(usedAtMs).toISOString();
  const title = t(narrationsMessages.copyOf, { name: nameProject(kept.project) });
  const project: Project = { ...kept.project, id, revision: 0, title, createdAt, updatedAt: createdAt };
  await writeProject({ ...kept, id, project, running: undefined, usedAtMs });
  await copyKeptVideo(kept.id, id);
  if (listed.picture) await writeRecord('pictures', id, listed.picture);
  synchroniseSoon();
}

/** Nothing that is being deleted is listed. */
let removing: Promise<void> = Promise.resolve();

/**
 * Deletes projects from this browser, and puts them into the trash of the account. Where the one that is open is among them, a new one
 * begins. @throws {CodedError} when one could not be deleted; the others are
 */
async function removeListed(editor: Editor, removed: readonly ListedProject[]): Promise<void> {
  let failure: unknown;
  const ids: string[] = [];
  for (const { id, stored } of removed)
    try {
      // It may have come to the account since it was listed.
      const base = isOnAccount(editor) ? await readRecord('bases', id) : undefined;
      if (stored || (base && !base.isGone)) await moveToTrash(id);
      ids.push(id);
    } catch (error) {
      failure ??= error;
    }
  if (ids.includes(editor.store.getState().project.id)) beginNew(editor);
  if (ids.length > 0) await removeWork(editor.owner, ids);
  if (failure) throw failure;
}

async function removeAll(editor: Editor): Promise<void> {
  beginNew(editor);
  await forgetWork(editor.owner);
}

interface NameFieldProps {
  readonly label: string;
  readonly before: string;
  readonly onSave: (name: string) => void;
  readonly onCancel: () => void;
}

export function NameField({ label, before, onSave, onCancel }: NameFieldProps) {
  const [name, setName] = useState(before);
  function submit(event: FormEvent) {
    event.preventDefault();
    onSave(name.trim());
  }
  return (
    <form className="stack tight" onSubmit={submit}>
      <TextField
        ref={focusInDialog}
        label={label}
        value={name}
        maxLength={100}
        onChange={event => setName(event.currentTarget.value)}
        onFocus={event => event.currentTarget.select()}
        onKeyDown={event => {
          if (event.key !== 'Escape') return;
          // Of the field, not of the dialog around it.
          event.preventDefault();
          event.stopPropagation();
          onCancel();
        }}
      />
      <div className="row">
        <Button type="submit">{t(narrationsMessages.save)}</Button>
        <Button variant="default" onClick={onCancel}>
          {t(narrationsMessages.cancel)}
        </Button>
      </div>
    </form>
  );
}

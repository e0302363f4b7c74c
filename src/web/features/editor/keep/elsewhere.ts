import { type Edit, findChanges, isSame, type ProjectChanges } from '#shared/narration/find-changes.ts';
import {
  type Known,
  mergeChanges,
  mergeDocuments,
  mergeFields,
  mergeHead,
  mergeNarrations,
  type OtherText,
  type Wins,
} from '#shared/narration/merge-changes.ts';
import { createId, type Project } from '#shared/narration/project.ts';
import { keepItem, readItem } from '../../../lib/browser-storage.ts';
import {
  changeKeeping,
  type EditorState,
  type EditorStore,
  type Form,
  type Snapshot,
} from '../model/editor-state.ts';

export interface OtherChanges {
  readonly project?: ProjectChanges | undefined;
  readonly form?: Edit<Form> | undefined;
  readonly otherTexts?: Edit<readonly OtherText[]> | undefined;
  readonly revision: number;
}

type Said = NonNullable<Snapshot['said']>;

export type Work = Pick<EditorState, 'project' | 'form' | 'otherTexts'>;

export function findWorkChanges(before: Work, after: Work): OtherChanges {
  const findEdit = <Name extends 'form' | 'otherTexts'>(name: Name) =>
    isSame(before[name], after[name]) ? undefined : { before: before[name], after: after[name] };
  return {
    project: findChanges(before.project, after.project),
    form: findEdit('form'),
    otherTexts: findEdit('otherTexts'),
    revision: after.project.revision,
  };
}

/** Takes over what was changed in another tab. Undo does not take it back: it was no step of this tab. */
export function takeChanges(store: EditorStore, changes: OtherChanges): void {
  const { project, form, otherTexts, revision } = changes;
  if (project)
    store.setState(state => showMerged(state, project, mergeChanges(state.project, project, isTaken)));
  if (form) store.setState(state => takeForm(state, form));
  if (otherTexts) store.setState(state => ({ otherTexts: takeOtherTexts(state.otherTexts, otherTexts) }));
  if (revision > store.getState().project.revision)
    store.setState(state => ({ project: { ...state.project, revision } }));
}

/** Where both sides changed a field, what was written last is in force: that of this tab, which is still to be written. */
const isTaken: Wins = () => false;

/** Takes over what was changed on another machine. @param theirs as the account has it now */
export function takeDocument(store: EditorStore, known: Known, theirs: Project): void {
  store.setState(state => {
    const { revision, updatedAt } = state.project;
    const merged = mergeDocuments(known, state.project, theirs);
    const changes = findChanges(state.project, merged.project);
    const project = { ...merged.project, revision, updatedAt };
    return showMerged(state, changes ?? { narrations: [] }, { ...merged, project });
  });
}

function showMerged(
  state: EditorState,
  changes: ProjectChanges,
  { project, otherTexts }: ReturnType<typeof mergeChanges>,
): Partial<EditorState> {
  const { head, narrations } = changes;
  const mergeSaid = (said: Said): Said => {
    if (!head) return said;
    const { transcript, cast, glossary } = mergeHead({ ...project, ...said }, head, () => true).project;
    return { transcript, cast, glossary };
  };
  const mergeSnapshot = (snapshot: Snapshot): Snapshot => ({
    ...snapshot,
    narrations: mergeNarrations(snapshot.narrations, narrations, () => true).narrations,
    ...(snapshot.said && { said: mergeSaid(snapshot.said) }),
  });
  const isShown = project.narrations.some(({ id }) => id === state.narrationId);
  return {
    project,
    narrationId: isShown ? state.narrationId : project.narrations.at(-1)?.id,
    past: state.past.map(mergeSnapshot),
    future: state.future.map(mergeSnapshot),
    otherTexts: addOtherTexts(state.otherTexts, otherTexts),
  };
}

function takeForm({ form, otherTexts }: EditorState, edit: Edit<Form>): Partial<EditorState> {
  const { before, after } = edit;
  const isBoth =
    form.prompt !== before.prompt && after.prompt !== before.prompt && form.prompt !== after.prompt;
  return {
    form: mergeFields(form, edit, isTaken),
    otherTexts: isBoth ? addOtherTexts(otherTexts, [{ text: after.prompt, use: undefined }]) : otherTexts,
  };
}

/** The same list where nothing is new. */
export function addOtherTexts(
  known: readonly OtherText[],
  added: readonly OtherText[],
): readonly OtherText[] {
  const fresh = added.filter(each => !has(known, each));
  return fresh.length === 0 ? known : [...known, ...fresh];
}

function takeOtherTexts(
  texts: readonly OtherText[],
  { before, after }: Edit<readonly OtherText[]>,
): readonly OtherText[] {
  const left = texts.filter(each => has(after, each) || !has(before, each));
  return addOtherTexts(
    left,
    after.filter(each => !has(before, each)),
  );
}

const has = (list: readonly OtherText[], text: OtherText): boolean => list.some(each => isSame(each, text));

/** Made anew with each load of the page: a tab that is duplicated is another one. */
export const tabId = createId();

const openKey = (owner: string) => `benshi.open.${owner}`;

export function readOpenProject(owner: string): string | undefined {
  return readItem(openKey(owner), 'sessionStorage');
}

export function noteOpenProject(owner: string, projectId: string): void {
  keepItem(openKey(owner), projectId, 'sessionStorage');
}

/** Until the returned function is called, or the page is closed. Not every browser has locks. */
export function holdLock(name: string, mode: LockMode): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  navigator.locks?.request(name, { mode }, () => promise).catch(() => {});
  return resolve;
}

const lockName = (id: string) => `benshi.work.${id}`;

/** Lets other tabs know that work goes on in this one. Without locks they assume that none does. */
export const holdWork = () => holdLock(lockName(tabId), 'exclusive');

export async function isWorkHeld(id: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query().catch(() => undefined)) ?? {};
  return held.some(({ name }) => name === lockName(id));
}

type Message =
  | { readonly type: 'hello' }
  | { readonly type: 'written'; readonly revision: number }
  | { readonly type: 'left'; readonly unwritten: OtherChanges | undefined };

type Listener = { onWritten(revision: number): void; onUnwritten(changes: OtherChanges): void };

/** Knows in which other tabs the project is open, and tells them what this one has written: they read it from the storage. */
export function followTabs(store: EditorStore, { onWritten, onUnwritten }: Listener) {
  const channel = new BroadcastChannel(`benshi.project.${store.getState().project.id}`);
  const others = new Set<string>();
  const post = (message: Message) => channel.postMessage({ ...message, from: tabId });
  const note = () => {
    const isOpenElsewhere = others.size > 0;
    if (isOpenElsewhere !== store.getState().keeping.isOpenElsewhere)
      changeKeeping(store, { isOpenElsewhere });
  };
  const tellWritten = (revision: number) => post({ type: 'written', revision });
  channel.onmessage = ({ data }: MessageEvent<Message & { readonly from: string }>) => {
    if (data.type === 'left') others.delete(data.from);
    else others.add(data.from);
    note();
    if (data.type === 'hello') tellWritten(store.getState().project.revision);
    else if (data.type === 'written') onWritten(data.revision);
    else if (data.unwritten) onUnwritten(data.unwritten);
  };
  post({ type: 'hello' });
  return {
    tellWritten,
    close(unwritten?: OtherChanges): void {
      post({ type: 'left', unwritten });
      channel.close();
      others.clear();
      note();
    },
  };
}

import { type Edit, findChanges, isSame, type ProjectChanges } from '#shared/narration/find-changes.ts';
import { mergeChanges, mergeDocuments, mergeNarrations } from '#shared/narration/merge-changes.ts';
import { mergeFields, type OtherText, type Wins } from '#shared/narration/merge-head.ts';
import type { Project } from '#shared/narration/project.ts';
import type { EditorState, EditorStore, Form, Snapshot } from '../store/editor-state.ts';

/** What was changed in another tab. */
export interface OtherChanges {
  readonly project?: ProjectChanges | undefined;
  readonly form?: Edit<Form> | undefined;
  readonly revision: number;
}

/** What differs between two states of the work. */
export function findWorkChanges(
  before: Pick<EditorState, 'project' | 'form'>,
  after: Pick<EditorState, 'project' | 'form'>,
): OtherChanges {
  return {
    project: findChanges(before.project, after.project),
    form: before.form === after.form ? undefined : { before: before.form, after: after.form },
    revision: after.project.revision,
  };
}

/** Takes over what was changed in another tab. Undo does not take it back: it was no step of this tab. */
export function takeChanges(store: EditorStore, changes: OtherChanges, wins: Wins): void {
  store.setState(state => ({
    ...(changes.project && takeProject(state, changes.project, wins)),
    ...(changes.form && takeForm(state, changes.form, wins)),
  }));
  store.setState(({ project }) => ({ project: raiseRevision(project, changes.revision) }));
}

/**
 * Takes over what was changed on another machine.
 * @param base the document as both knew it
 * @param theirs as the account has it now
 */
export function takeDocument(store: EditorStore, base: Project, theirs: Project): void {
  store.setState(state => {
    const { revision, updatedAt } = state.project;
    const merged = mergeDocuments({ base, mine: state.project, theirs }, () => false);
    const changes = findChanges(state.project, merged.project);
    const project = { ...merged.project, revision, updatedAt };
    return showMerged(state, changes ?? { narrations: [] }, { ...merged, project });
  });
}

function takeProject(state: EditorState, changes: ProjectChanges, wins: Wins): Partial<EditorState> {
  return showMerged(state, changes, mergeChanges(state.project, changes, wins));
}

function showMerged(
  state: EditorState,
  changes: ProjectChanges,
  { project, otherTexts }: ReturnType<typeof mergeChanges>,
): Partial<EditorState> {
  const mergeSnapshot = (snapshot: Snapshot): Snapshot => ({
    ...snapshot,
    narrations: mergeNarrations(snapshot.narrations, changes.narrations, () => true).narrations,
  });
  const isShown = project.narrations.some(({ id }) => id === state.narrationId);
  const { keeping } = state;
  const isNew = (other: OtherText) => !otherTexts.some(each => isSame(each, other));
  return {
    project,
    narrationId: isShown ? state.narrationId : project.narrations.at(-1)?.id,
    past: state.past.map(mergeSnapshot),
    future: state.future.map(mergeSnapshot),
    ...(otherTexts.length > 0 && {
      keeping: { ...keeping, otherTexts: [...keeping.otherTexts.filter(isNew), ...otherTexts] },
    }),
  };
}

function takeForm({ form, keeping }: EditorState, edit: Edit<Form>, wins: Wins): Partial<EditorState> {
  const merged = mergeFields(form, edit, field => wins(`form.${field}`));
  const { before, after } = edit;
  const isBoth = form.prompt !== before.prompt && after.prompt !== before.prompt;
  if (!isBoth || form.prompt === after.prompt) return { form: merged };
  const otherPrompt = merged.prompt === after.prompt ? form.prompt : after.prompt;
  return { form: merged, keeping: { ...keeping, otherPrompt } };
}

function raiseRevision(project: Project, revision: number): Project {
  return revision > project.revision ? { ...project, revision } : project;
}

import type { Project } from '#shared/narration/project.ts';
import { noteFailure } from '../../../lib/failures.ts';
import { openDocument } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import { type EditorStore, emptyForm, type Form } from '../model/editor-state.ts';
import type { KeptProject } from './kept-project.ts';
import { findWayBack } from './kept-video.ts';
import { readSounds } from './sound-store.ts';
import { isWorkHeld } from './this-tab.ts';

/** Opens a file as the video of the document that is open. @returns whether it is the video now */
export type OpenVideo = (file: File) => Promise<boolean>;

/** What documents were read from, by what they were when they were opened. */
const sources = new WeakMap<Project, KeptProject>();

export function getSource(project: Project): KeptProject | undefined {
  return sources.get(project);
}

export function findChosen(form: Form): Partial<Form> {
  const fields = Object.keys(emptyForm) as (keyof Form)[];
  return Object.fromEntries(
    fields.filter(field => form[field] !== emptyForm[field]).map(field => [field, form[field]]),
  );
}

/**
 * Opens a kept project, with its sounds; its video follows where the browser can bring it back.
 * @param openVideo undefined: the video is there already
 * @param findMeant what stays of the fields as they are now: a person may have typed while this was read
 */
export async function openKept(
  editor: Editor,
  kept: KeptProject,
  openVideo: OpenVideo | undefined,
  findMeant: (form: Form) => Partial<Form> = () => ({}),
): Promise<void> {
  const { store } = editor;
  const { project, narrationId, form, running } = kept;
  const isInterrupted = running !== undefined && !(await isWorkHeld(running.tabId));
  // Where nothing can be read, they are spoken again.
  const sounds = await readSounds(editor.owner, project).catch(() => []);
  const { keeping, sounds: known, form: now } = store.getState();
  sources.set(project, kept);
  openDocument(store, project, {
    ...(project.narrations.some(({ id }) => id === narrationId) && { narrationId }),
    form: { ...form, ...findMeant(now) },
    sounds: new Map([...known, ...sounds.map(sound => [sound.key, sound] as const)]),
    otherTexts: kept.otherTexts,
    keeping: { ...keeping, interrupted: isInterrupted ? running.kind : undefined },
  });
  if (openVideo) bringVideoBack(store, openVideo).catch(noteFailure);
}

/** Opens the video of the document again, where the browser can; else the page says which file is to be added again. */
export async function bringVideoBack(store: EditorStore, openVideo: OpenVideo): Promise<void> {
  const { project } = store.getState();
  if (!project.video) return;
  const { name } = project.video;
  const isWanted = () => {
    const now = store.getState();
    return now.project.id === project.id && !now.video && now.openingName === undefined;
  };
  const open = async (file: File) => {
    if (isWanted() && !(await openVideo(file)) && isWanted()) store.setState({ lostVideo: { name } });
  };
  const way = await findWayBack(project.id, project.video).catch(() => undefined);
  if (!isWanted()) return;
  if (way?.kind === 'file') return await open(way.file);
  const fail = () => store.setState({ lostVideo: { name } });
  const reopen = way && (() => void way.reopen().then(open).catch(fail));
  store.setState({ lostVideo: { name, reopen } });
}

import { t } from '#shared/messages/message.ts';
import { narrationsMessages } from '#shared/messages/narrations.ts';
import { versionsMessages } from '#shared/messages/versions.ts';
import { mergeFields } from '#shared/narration/merge-changes.ts';
import { openProjectFile } from '#shared/narration/open-project.ts';
import { createId, findProjectName, type Narration, type Project } from '#shared/narration/project.ts';
import { findOriginal } from '#shared/narration/translations.ts';
import { getVoiceName, isPreset } from '#shared/voices.ts';
import { noteFailure } from '../../../lib/failures.ts';
import { openDocument } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import type { EditorStore, Form } from '../model/editor-state.ts';
import { type KeptProject, readProject, writeProject } from './database.ts';
import { isWorkHeld } from './elsewhere.ts';
import { addSounds, readSounds } from './sound-store.ts';
import { copyKeptVideo, findWayBack, type WayBack } from './video-store.ts';

/** Opens a file as the video of the document that is open. @returns whether it is the video now */
export type OpenVideo = (file: File) => Promise<boolean>;

const sources = new WeakMap<Project, KeptProject>();

export const getSource = (project: Project): KeptProject | undefined => sources.get(project);

/**
 * Opens a kept project, with its sounds; its video follows where the browser can bring it back.
 * @param openVideo undefined: the video is there already @param before what a person has chosen since then stays
 */
export async function openKept(
  { store, owner }: Pick<Editor, 'store' | 'owner'>,
  kept: KeptProject,
  openVideo: OpenVideo | undefined,
  before?: Form,
): Promise<void> {
  const { project, narrationId, form, otherTexts, running } = kept;
  const way = openVideo && findVideo(project);
  const [isHeld, sounds] = await Promise.all([
    running && isWorkHeld(running.tabId),
    // Where nothing can be read, they are spoken again.
    readSounds(owner, project, store.getState().sounds).catch(() => []),
  ]);
  const { keeping, form: now } = store.getState();
  sources.set(project, kept);
  addSounds(store, sounds);
  openDocument(store, project, {
    ...(project.narrations.some(({ id }) => id === narrationId) && { narrationId }),
    form: before ? mergeFields(form, { before, after: now }, () => true) : form,
    otherTexts,
    keeping: { ...keeping, interrupted: isHeld ? undefined : running?.kind },
  });
  if (openVideo) bringVideoBack(store, openVideo, way).catch(noteFailure);
}

async function findVideo({ id, video }: Project): Promise<WayBack | undefined> {
  return video && (await findWayBack(id, video).catch(() => undefined));
}

/** Opens the video of the document again, where the browser can; else the page says which file is to be added again. */
export async function bringVideoBack(
  store: EditorStore,
  openVideo: OpenVideo,
  found?: Promise<WayBack | undefined>,
): Promise<void> {
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
  const way = await (found ?? findVideo(project));
  if (!isWanted()) return;
  if (way?.kind === 'file') return await open(way.file);
  const fail = () => store.setState({ lostVideo: { name } });
  const reopen = way && (() => void way.reopen().then(open).catch(fail));
  store.setState({ lostVideo: { name, reopen } });
}

/** The project that is open stays in this browser; one that it has is opened as another. @throws {CodedError} for a wrong or damaged file */
export async function importProject(editor: Editor, file: File, openVideo: OpenVideo): Promise<void> {
  const read = async () => new Uint8Array(await file.arrayBuffer());
  const opened = await openProjectFile({ size: file.size, read });
  // Where nothing can be read, nothing is kept.
  const known = await readProject(opened.id).catch(() => undefined);
  const kept = toKept(editor, known ? { ...opened, id: createId() } : opened);
  await writeProject(kept).catch(() => {});
  if (known) await copyKeptVideo(known.id, kept.id).catch(() => {});
  await openKept(editor, kept, openVideo);
}

export function toKept({ store, owner }: Editor, project: Project): KeptProject {
  const { form } = store.getState();
  const newest = project.narrations.at(-1);
  const { prompt = form.prompt, language = form.language, style = form.style } = newest ?? {};
  const { detail = form.detail, voice } = newest?.settings ?? {};
  const isKnown = voice !== undefined && (typeof voice !== 'string' || isPreset(voice));
  return {
    id: project.id,
    owner,
    project,
    narrationId: newest?.id,
    form: { ...form, prompt, language, style, detail, voice: isKnown ? voice : form.voice },
    otherTexts: [],
    usedAtMs: Date.now(),
  };
}

export function hasText({ narrations }: Project): boolean {
  return narrations.some(({ lines }) => lines.some(({ text }) => text.trim() !== ''));
}

export function nameProject(project: Project): string {
  return findProjectName(project) ?? t(narrationsMessages.untitled);
}

export function listLanguages({ narrations }: Project): readonly string[] {
  return [...new Set(narrations.flatMap(({ language }) => language ?? []))];
}

export function listOriginals(project: Project): readonly Narration[] {
  return project.narrations.filter(narration => findOriginal(project, narration) === narration);
}

export function nameVersion(project: Project, narration: Narration): string {
  const number = listOriginals(project).indexOf(findOriginal(project, narration)) + 1;
  const { name, language, settings } = narration;
  const voice = settings.voice && getVoiceName(settings.voice);
  if (name !== '') return t(versionsMessages.named, { number, name });
  if (language && voice) return t(versionsMessages.spokenInLanguage, { number, language, voice });
  if (language) return t(versionsMessages.inLanguage, { number, language });
  return voice ? t(versionsMessages.spokenBy, { number, voice }) : t(versionsMessages.numbered, { number });
}

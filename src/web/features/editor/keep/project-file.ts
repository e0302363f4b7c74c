import { openProjectFile } from '#shared/narration/open-project.ts';
import { createId, type Project } from '#shared/narration/project.ts';
import { isPreset } from '#shared/voices.ts';
import type { Editor } from '../model/editor.ts';
import type { KeptProject } from './kept-project.ts';
import { copyKeptVideo } from './kept-video.ts';
import { type OpenVideo, openKept } from './open-kept.ts';
import { readProject, writeProject } from './project-store.ts';

/**
 * Opens a project file; the project that is open stays in this browser. One that this browser has already is opened as another one.
 * @throws {CodedError} when it is no project file, or a damaged one
 */
export async function importProject(editor: Editor, file: File, openVideo: OpenVideo): Promise<void> {
  const read = async () => new Uint8Array(await file.arrayBuffer());
  const opened = await openProjectFile({ size: file.size, read });
  // Where nothing can be read, nothing is kept.
  const known = await readProject(opened.id).catch(() => undefined);
  const project = known ? { ...opened, id: createId() } : opened;
  const kept = toKept(editor, project);
  await writeProject(kept, Number.POSITIVE_INFINITY).catch(() => {});
  if (known) await copyKeptVideo(known.id, project.id).catch(() => {});
  await openKept(editor, kept, openVideo);
}

/** The choices are those of its newest narration. */
export function toKept({ store, owner }: Editor, project: Project): KeptProject {
  const { form } = store.getState();
  const newest = project.narrations.at(-1);
  const voice = newest?.settings.voice;
  const isKnown = typeof voice !== 'string' || isPreset(voice);
  const { prompt = form.prompt, language = form.language, style = form.style } = newest ?? {};
  return {
    id: project.id,
    owner,
    project,
    narrationId: newest?.id,
    form: {
      ...form,
      prompt,
      language,
      style,
      detail: newest?.settings.detail ?? form.detail,
      voice: (isKnown ? voice : undefined) ?? form.voice,
    },
    otherTexts: [],
    usedAtMs: Date.now(),
  };
}

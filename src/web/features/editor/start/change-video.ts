import { computeFingerprint } from '#shared/narration/fingerprint.ts';
import { createProject, type ProjectVideo } from '#shared/narration/project.ts';
import { findTranscript } from '../jobs/listen.ts';
import { listProjects, writeRecord } from '../keep/database.ts';
import { hasText, openKept } from '../keep/kept-projects.ts';
import { keepVideo } from '../keep/video-store.ts';
import { openDocument, runUnremembered } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import type { ChosenVideo, VideoQuestion } from '../model/editor-state.ts';
import { findPoster } from '../player/video-picture.ts';
import type { BesideVideo } from './dropped.ts';

type Answer = Parameters<VideoQuestion['answer']>[0];

/** Of the list of narrations, in pixels: less than 20 kB. */
const pictureWidth = 240;

/**
 * One that has a text for another video makes room, for what this browser keeps of the new one or a new one, or keeps its script for the
 * new video: the person says which. @returns whether it is the video now
 */
export async function changeVideo(
  editor: Editor,
  chosen: ChosenVideo,
  { handle, subtitles }: BesideVideo,
): Promise<boolean> {
  const video = await describeVideo(chosen);
  if (!(await makeRoom(editor, video))) return false;
  await takeVideo(editor, chosen);
  // Where it cannot be kept, the page says on the next visit which file to choose again.
  const { id } = editor.store.getState().project;
  const keep = async () => keepVideo(id, chosen.file, await handle);
  Promise.all([keep(), keepPicture(id, chosen.file)]).catch(() => {});
  void findTranscript(editor, chosen, subtitles);
  return true;
}

export async function takeVideo({ store }: Editor, chosen: ChosenVideo): Promise<void> {
  const video = await describeVideo(chosen);
  store.setState({ video: chosen, heard: undefined, lostVideo: undefined, refusal: undefined });
  const before = store.getState().project.video;
  if (before?.fingerprint !== video.fingerprint || before.name !== video.name)
    runUnremembered(store, { type: 'setVideo', video });
}

/** @returns whether the video may be taken */
async function makeRoom(editor: Editor, video: ProjectVideo): Promise<boolean> {
  const { store, owner } = editor;
  const { project } = store.getState();
  if (!project.video || isSameVideo(project.video, video)) return true;
  // Where nothing can be read, nothing is kept.
  const projects = await listProjects(owner).catch(() => []);
  const kept = projects.find(other => other.project.video && isSameVideo(other.project.video, video));
  const answer = hasText(project) ? await ask(editor, video.name, kept !== undefined) : 'new narration';
  if (answer === 'cancel') return false;
  // The prompt and the choices stay: they are often meant for more than one video.
  if (answer === 'new narration') {
    if (kept) await openKept(editor, kept, undefined);
    else openDocument(store, createProject());
  } else {
    runUnremembered(store, { type: 'setObservations', observations: [] });
    runUnremembered(store, { type: 'setTranscript', transcript: undefined, speakers: [] });
    store.setState({ lastEnd: undefined, progress: 0 });
  }
  return true;
}

async function ask({ store }: Editor, name: string, hasNarration: boolean): Promise<Answer> {
  // A question about the file before this one is answered by choosing another.
  store.getState().videoQuestion?.answer('cancel');
  return await new Promise<Answer>(resolve => {
    const answer = (given: Answer) => {
      store.setState({ videoQuestion: undefined });
      resolve(given);
    };
    store.setState({ videoQuestion: { name, hasNarration, answer } });
  });
}

function isSameVideo(one: ProjectVideo, other: ProjectVideo): boolean {
  // What was kept before fingerprints has none.
  if (one.fingerprint !== '' && other.fingerprint !== '') return one.fingerprint === other.fingerprint;
  return one.name === other.name && one.sizeBytes === other.sizeBytes;
}

async function describeVideo({ file, facts }: ChosenVideo): Promise<ProjectVideo> {
  const { durationSeconds, width, height } = facts;
  const read = async (start: number, end: number) =>
    new Uint8Array(await file.slice(start, end).arrayBuffer());
  return {
    name: file.name,
    sizeBytes: file.size,
    durationMs: Math.round(durationSeconds * 1000),
    width,
    height,
    fingerprint: await computeFingerprint({ size: file.size, read }),
  };
}

export async function keepPicture(projectId: string, file: File): Promise<void> {
  const picture = await findPoster(file, new AbortController().signal, pictureWidth);
  if (picture) await writeRecord('pictures', projectId, picture);
}

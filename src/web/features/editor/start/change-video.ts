import { computeFingerprint } from '#shared/narration/fingerprint.ts';
import { createProject, type ProjectVideo } from '#shared/narration/project.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { findTranscript } from '../jobs/listen.ts';
import { listProjects } from '../keep/database.ts';
import { hasText, openKept } from '../keep/kept-projects.ts';
import { keepPicture, keepVideo } from '../keep/video-store.ts';
import { openDocument, runUnremembered } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import type { ChosenVideo } from '../model/editor-state.ts';
import type { ReplaceOutcome } from '../new-cut/replace-video.ts';
import type { BesideVideo } from './dropped.ts';

/**
 * Takes a video. One for which another has a text replaces it, or makes room for what this browser keeps of the new one or a new one:
 * the person says which. @returns whether it is the video now
 */
export async function changeVideo(
  editor: Editor,
  chosen: ChosenVideo,
  { subtitles, replaces = false }: BesideVideo,
): Promise<boolean> {
  let video = await describeVideo(chosen);
  const { project } = editor.store.getState();
  if (project.video && !isSameVideo(project.video, video)) {
    // Where nothing can be read, nothing is kept.
    const projects = await listProjects(editor.owner).catch(() => []);
    const kept = projects.find(other => other.project.video && isSameVideo(other.project.video, video));
    let outcome: ReplaceOutcome = 'new narration';
    if (hasText(project)) {
      const { replaceVideo } = await loadChunk('new cut', () => import('../new-cut/replace-video.ts'));
      const hasNarration = kept !== undefined;
      outcome = await replaceVideo(editor, { chosen, video, isAsked: replaces, hasNarration });
    }
    if (outcome === 'cancelled') return false;
    if (outcome === 'replaced') return true;
    if (outcome !== 'new narration') video = outcome;
    // The prompt and the choices stay: they are often meant for more than one video.
    else if (kept) await openKept(editor, kept, undefined);
    else openDocument(editor.store, createProject());
  }
  await takeVideo(editor, chosen, video);
  // Where it cannot be kept, the page says on the next visit which file to choose again.
  const { id } = editor.store.getState().project;
  const keep = async () => keepVideo(id, chosen.file, await chosen.handle);
  Promise.all([keep(), keepPicture(id, chosen.file)]).catch(() => {});
  void findTranscript(editor, chosen, subtitles);
  return true;
}

export async function takeVideo({ store }: Editor, chosen: ChosenVideo, given?: ProjectVideo): Promise<void> {
  const video = given ?? (await describeVideo(chosen));
  store.setState({ video: chosen, heard: undefined, lostVideo: undefined, refusal: undefined });
  const before = store.getState().project.video;
  const isSame = before?.fingerprint === video.fingerprint;
  if (isSame && before.name === video.name) return;
  const { contentFingerprint = isSame ? before.contentFingerprint : undefined } = video;
  runUnremembered(store, { type: 'setVideo', video: { ...video, contentFingerprint } });
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

import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { ChunkLoadError, describeFailure, noteFailure } from '../../../lib/failures.ts';
import { lazyParts, loadChunk } from '../../../lib/load-chunk.ts';
import { lazyJobs } from '../jobs/status.tsx';
import { waitUntilRestored } from '../keep/start-storage.ts';
import type { Editor } from '../model/editor.ts';
import type { Refusal, VideoFacts } from '../model/editor-state.ts';
import { type BesideVideo, requireVideoFile } from './dropped.ts';

/** The file that was chosen last: one that takes longer to open must not replace it. */
let lastFile: File | undefined;

export const lazyPreview = lazyParts('preview', () => import('../player/player-controls.tsx'));
const loadChange = () => loadChunk('video change', () => import('./change-video.ts'));

/** For a text of another video, the person is asked what becomes of it. @returns whether it is the video; if not, the state says why */
export async function chooseVideo(editor: Editor, file: File, beside: BesideVideo = {}): Promise<boolean> {
  lastFile = file;
  editor.store.setState({ refusal: undefined, openingName: file.name });
  await waitUntilRestored(editor);
  const facts = await inspect(editor, file);
  if (!facts) return false;
  const { changeVideo } = await loadChange();
  return await changeVideo(editor, { file, facts, handle: beside.handle }, beside);
}

/** Opens the video of the document again, from where it is kept. @returns whether it is the video now */
export async function reopenVideo(editor: Editor, file: File): Promise<boolean> {
  lastFile = file;
  const facts = await inspect(editor, file);
  if (!facts) return false;
  const { takeVideo } = await loadChange();
  await takeVideo(editor, { file, facts });
  return true;
}

/** @returns undefined where it is no video that can be narrated, or another one was chosen meanwhile */
async function inspect(editor: Editor, file: File): Promise<VideoFacts | undefined> {
  const { store } = editor;
  store.setState({ openingName: file.name });
  const before = store.getState().video?.file;
  const outcome = await open(editor, file).catch((error: unknown) => refuse(error, file, before));
  if (lastFile !== file) return undefined;
  store.setState({ openingName: undefined });
  if (!('message' in outcome)) return outcome;
  store.setState({ refusal: outcome });
  return undefined;
}

async function open({ service, getLimits }: Editor, file: File): Promise<VideoFacts> {
  const { maxBytes, maxSeconds } = getLimits();
  requireVideoFile(file, maxBytes);
  // If it fails, it is tried again when it is needed.
  void service.prepare().catch(() => {});
  const [{ inspectVideo }] = await Promise.all([
    loadChunk('video reader', () => import('../jobs/read-pictures.ts')),
    loadChange(),
    lazyPreview.fetch(),
    lazyJobs.fetch(),
  ]);
  return inspectVideo(file, maxSeconds);
}

function refuse(error: unknown, file: File, before: File | undefined): Refusal {
  noteFailure(error);
  const reason = describeFailure(error);
  const sentences = [
    !reason.includes(file.name) && t(studioMessages.notAdded, { name: file.name }),
    reason,
    before && t(studioMessages.stillThere, { name: before.name }),
  ];
  return { message: sentences.filter(Boolean).join(' '), needsReload: error instanceof ChunkLoadError };
}

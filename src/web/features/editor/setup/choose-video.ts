import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { describeFailure } from '../../../lib/describe-failure.ts';
import { noteFailure } from '../../../lib/early-errors.ts';
import { ChunkLoadError, loadChunk } from '../../../lib/load-chunk.ts';
import { runUnremembered } from '../store/change-document.ts';
import type { Editor } from '../store/editor.ts';
import type { Refusal, VideoFacts } from '../store/editor-state.ts';
import { lazyPreview } from './lazy-preview.ts';
import { requireVideoFile } from './video-file.ts';

/** The file that was chosen last: one that takes longer to open must not replace it. */
let lastFile: File | undefined;

/**
 * Opens a file as the video of the document.
 * @returns whether it is the video now; if not, the state says why
 */
export async function chooseVideo(
  editor: Editor,
  file: File,
  _handle?: Promise<FileSystemFileHandle | undefined>,
): Promise<boolean> {
  const { store } = editor;
  lastFile = file;
  store.setState({ refusal: undefined, openingName: file.name });
  const before = store.getState().video?.file;
  const outcome = await open(editor, file).catch((error: unknown) => refuse(error, file, before));
  if (lastFile !== file) return false;
  store.setState({ openingName: undefined });
  if ('message' in outcome) {
    store.setState({ refusal: outcome });
    return false;
  }
  takeVideo(editor, file, outcome);
  return true;
}

function takeVideo({ store }: Editor, file: File, facts: VideoFacts): void {
  const { durationSeconds, width, height } = facts;
  store.setState({ video: { file, facts }, heard: undefined, hints: [], lostVideo: undefined });
  runUnremembered(store, {
    type: 'setVideo',
    video: {
      name: file.name,
      sizeBytes: file.size,
      durationMs: Math.round(durationSeconds * 1000),
      width,
      height,
      fingerprint: '',
    },
  });
}

async function open({ service, getLimits }: Editor, file: File): Promise<VideoFacts> {
  const { maxBytes, maxSeconds } = getLimits();
  requireVideoFile(file, maxBytes);
  // If it fails, it is tried again when it is needed.
  void service.prepare().catch(() => {});
  const [{ inspectVideo }] = await Promise.all([
    loadChunk('video reader', () => import('./read-pictures.ts')),
    lazyPreview.fetch(),
  ]);
  return inspectVideo(file, maxSeconds);
}

/** Says which file was not added and why, and that the video before it is still there. */
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

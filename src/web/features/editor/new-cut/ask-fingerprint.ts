import { CodedError } from '#shared/errors.ts';
import { noteFailure } from '../../../lib/failures.ts';
import { holdTab } from '../../../lib/running-work.ts';
import { hasText } from '../keep/kept-projects.ts';
import { exchangeVideos } from '../keep/video-store.ts';
import { runUnremembered } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import type { EditorState, EditorStore } from '../model/editor-state.ts';
import type { Compared, FingerprintAnswer, FingerprintQuestion } from './fingerprint-worker.ts';

/** Has a worker of its own read and compare videos. @throws {CodedError} of the media code; the signal's reason, once it is ended */
export function askFingerprint(
  question: FingerprintQuestion,
  signal: AbortSignal,
  report?: (doneSeconds: number) => void,
): Promise<Compared> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./fingerprint-worker.ts', import.meta.url), { type: 'module' });
  const working = new Promise<Compared>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.addEventListener('message', ({ data }: MessageEvent<FingerprintAnswer>) => {
      if ('doneSeconds' in data) report?.(data.doneSeconds);
      else if ('compared' in data) resolve(data.compared);
      else reject(new CodedError(data.failure.code, { message: data.failure.message }));
    });
    // The worker's own code did not arrive, or broke.
    worker.addEventListener('error', event => reject(new CodedError('internal', { cause: event })));
    worker.postMessage(question);
  });
  return working.finally(() => worker.terminate());
}

/** Also after work, which goes first: the page has more to do when a script has just come. */
const quietMs = 2000;

/**
 * Takes the fingerprint of the video of a narration that has a text while nothing else is worked on, without a word, and keeps the
 * file that came with Undo or Redo. @returns ends it
 */
export function watchVideo({ store }: Editor): () => void {
  const failed = new WeakSet<File>();
  let taking: { readonly file: File | undefined; readonly control: AbortController } | undefined;
  const take = (file: File | undefined) => {
    if (file === taking?.file) return;
    taking?.control.abort();
    taking = { file, control: new AbortController() };
    const { signal } = taking.control;
    if (!file || failed.has(file)) return;
    takeQuietly(store, file, signal).catch((error: unknown) => {
      if (signal.aborted) return;
      failed.add(file);
      noteFailure(error);
    });
  };
  take(findUnknown(store.getState()));
  const ignore = store.subscribe((state, before) => {
    take(findUnknown(state));
    const { project, video, past } = state;
    const isStep = past !== before.past && project.id === before.project.id;
    if (isStep && video && video !== before.video) {
      const release = holdTab();
      Promise.resolve(video.handle)
        .then(handle => exchangeVideos(project.id, video.file, handle))
        .catch(noteFailure)
        .finally(release);
    }
  });
  return () => {
    ignore();
    take(undefined);
  };
}

function findUnknown({ job, project, video }: EditorState): File | undefined {
  const isWanted = !job && project.video && project.video.contentFingerprint === undefined;
  return isWanted && hasText(project) ? video?.file : undefined;
}

async function takeQuietly(store: EditorStore, file: File, signal: AbortSignal): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, quietMs));
  const { before } = await askFingerprint({ before: file }, signal);
  const { project, video } = store.getState();
  if (signal.aborted || !project.video || video?.file !== file) return;
  keepFingerprint(store, before);
}

/** Of the video of the document, as it is now. */
export function keepFingerprint(store: EditorStore, contentFingerprint: string | undefined): void {
  const { video } = store.getState().project;
  if (video && video.contentFingerprint !== contentFingerprint)
    runUnremembered(store, { type: 'setVideo', video: { ...video, contentFingerprint } });
}

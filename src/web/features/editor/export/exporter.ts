import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { WritingProgress } from '#media/mix/narrate-video.ts';
import { CodedError } from '#shared/errors.ts';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import { holdPage } from '../../../lib/running-work.ts';
import type { EditorState, EditorStore } from '../model/editor-state.ts';
import { isSameVoice, planVoice } from '../model/plan-voice.ts';
import { getNarration } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import {
  type ExportJob,
  estimateJobBytes,
  type FileJob,
  type MadeFile,
  type WorkerAnswer,
  type WorkerQuestion,
  type WorkerTasks,
} from './export-job.ts';
import { type FilePlace, findPlace, readWhole, type WantedFile } from './file-places.ts';
import type { ExportChoices } from './formats.ts';

export interface ExportOrder {
  readonly job: ExportJob;
  readonly wanted: WantedFile;
  readonly omitted?: string | undefined;
  readonly companion?: { readonly label: string; readonly name: string; readonly file: Blob } | undefined;
}

export interface SavedFile
  extends Pick<ExportOrder, 'omitted' | 'companion'>,
    Partial<Pick<MadeFile, 'durationSeconds' | 'signature'>> {
  readonly phase: 'saved';
  readonly name: string;
  readonly bytes: number;
  readonly isPlaced: boolean;
  readonly isOutdated?: boolean;
}

type Making = { readonly phase: 'making'; readonly name: string; readonly progress?: WritingProgress };

type Outcome =
  | SavedFile
  | { readonly phase: 'failed'; readonly problem: string }
  | { readonly phase: 'cancelled' };

export type LastExport = Making | Outcome;

type Origin = ReturnType<typeof getOrigin>;

function getOrigin(state: EditorState) {
  const { lines, settings } = getNarration(state) ?? {};
  return { lines, settings, video: state.video?.file, voice: planVoice(state) };
}

function isSameOrigin(one: Origin, other: Origin): boolean {
  const isSame = (['lines', 'settings', 'video'] as const).every(key => one[key] === other[key]);
  return isSame && isSameVoice(one.voice, other.voice);
}

interface ExporterState {
  readonly isOpen: boolean;
  readonly choices: ExportChoices;
  /** The last export; undefined where it no longer matters. */
  readonly last: LastExport | undefined;
  readonly origin: Origin | undefined;
}

type Exporter = ReturnType<typeof createExporter>;

function createExporter(editor: EditorStore) {
  const store = createStore<ExporterState>(() => ({
    isOpen: false,
    choices: { kind: 'video', formats: {}, hasSubtitles: false },
    last: undefined,
    origin: undefined,
  }));
  let running: AbortController | undefined;
  // What was said of the last export belongs to it alone.
  const change = (changed: Partial<ExporterState>) =>
    store.setState({ ...changed, ...(!running && { last: undefined }) });
  const end = (last: Outcome) => store.setState({ last, origin: getOrigin(editor.getState()) });

  async function begin(order: ExportOrder): Promise<void> {
    running = new AbortController();
    const { signal } = running;
    const release = holdPage();
    const from = getOrigin(editor.getState());
    try {
      const place = await findPlace(order.wanted);
      if (!place) return;
      store.setState({ last: { phase: 'making', name: order.wanted.name } });
      const saved = await makeAt(place, order, signal);
      end({ ...saved, isOutdated: !isSameOrigin(from, getOrigin(editor.getState())) });
    } catch (error) {
      const isCancelled = error instanceof CodedError && error.code === 'client_closed';
      if (!isCancelled) noteFailure(error);
      end(isCancelled ? { phase: 'cancelled' } : { phase: 'failed', problem: describeFailure(error) });
    } finally {
      release();
      running = undefined;
    }
  }

  async function makeAt(place: FilePlace, order: ExportOrder, signal: AbortSignal): Promise<SavedFile> {
    const { job, wanted, ...told } = order;
    const { name } = wanted;
    const noteProgress = (progress: WritingProgress) =>
      store.setState({ last: { phase: 'making', name, progress } });
    try {
      const asked = { job, place: place.writing };
      const { file, ...made } = await askWorker('make', asked, { signal, noteProgress });
      const whole = await readWhole(place, file);
      // What lies where the person wanted it is there already.
      const isPlaced = place.writing.kind === 'disk';
      if (!isPlaced) download(whole, name, place.discard);
      return { phase: 'saved', ...made, ...told, name, bytes: whole.size, isPlaced };
    } catch (error) {
      // Why it was not made is what counts.
      await place.discard().catch(() => {});
      throw error;
    }
  }

  /** Makes a file unless one is being made. Called in a click: browsers ask for a place only then. */
  function make(order: ExportOrder): void {
    if (!running) void begin(order);
  }

  return {
    store,
    open: () => change({ isOpen: true }),
    close: () => change({ isOpen: false }),
    choose: (changed: Partial<ExportChoices>) =>
      change({ choices: { ...store.getState().choices, ...changed } }),
    save(file: Blob, name: string): void {
      if (running) return;
      download(file, name, () => {});
      end({ phase: 'saved', name, bytes: file.size, isPlaced: false });
    },
    make,
    makeFile(job: FileJob, name: string): void {
      make({ job, wanted: { name, bytes: estimateJobBytes(job), asksPlace: job.kind === 'publish' } });
    },
    cancel: () => running?.abort(),
  };
}

const exporters = new WeakMap<EditorStore, Exporter>();

export function useExporter(): Exporter {
  const { store } = useEditor();
  const exporter = exporters.get(store) ?? createExporter(store);
  exporters.set(store, exporter);
  return exporter;
}

export function useExporterState<Part>(select: (state: ExporterState) => Part): Part {
  return useStore(useExporter().store, select);
}

export const useIsMaking = (): boolean => useExporterState(({ last }) => last?.phase === 'making');

export function useLastExport(): LastExport | undefined {
  const { last, origin } = useExporterState(state => state);
  const isGone = useEditorState(
    state => last?.phase !== 'making' && origin !== undefined && !isSameOrigin(origin, getOrigin(state)),
  );
  return isGone ? undefined : last;
}

/** The browser must have read all of it before it is taken away; a large file takes its time. */
const downloadGraceMs = 10 * 60_000;

function download(file: Blob, name: string, discard: () => void): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
    discard();
  }, downloadGraceMs);
}

const cancelGraceMs = 5000;

/** Has a worker of its own do something. @throws {CodedError} of the work; `client_closed` once what a cancelled one wrote is thrown away */
export function askWorker<Task extends keyof WorkerTasks>(
  task: Task,
  asked: WorkerTasks[Task]['asked'],
  { signal, noteProgress }: { signal: AbortSignal; noteProgress?: (progress: WritingProgress) => void },
): Promise<WorkerTasks[Task]['answer']> {
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' });
  const post = (question: WorkerQuestion) => worker.postMessage(question);
  const working = new Promise<WorkerTasks[Task]['answer']>((resolve, reject) => {
    const cancel = () => {
      post({ task: 'cancel' });
      setTimeout(() => reject(new CodedError('client_closed')), cancelGraceMs);
    };
    signal.addEventListener('abort', cancel, { once: true });
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
      if ('progress' in data) noteProgress?.(data.progress);
      else if ('answer' in data) resolve(data.answer as WorkerTasks[Task]['answer']);
      else reject(new CodedError(data.failure.code, { message: data.failure.message }));
    });
    // The worker's own code did not arrive, or broke.
    worker.addEventListener('error', event => reject(new CodedError('internal', { cause: event })));
    post({ task, asked } as WorkerQuestion);
    if (signal.aborted) cancel();
  });
  return working.finally(() => worker.terminate());
}

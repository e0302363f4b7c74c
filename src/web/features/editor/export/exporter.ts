import { createStore } from 'zustand/vanilla';
import type { WritingProgress } from '#media/mix/narrate-video.ts';
import { CodedError } from '#shared/errors.ts';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import { holdPage } from '../../../lib/running-work.ts';
import type { VoicePlan } from '../model/plan-voice.ts';
import type { ExportJob, MadeFile } from './export-job.ts';
import { type FilePlace, findPlace, readWhole, type WantedFile } from './file-places.ts';
import { makeFile } from './run-export-worker.ts';

export interface Companion {
  readonly label: string;
  readonly name: string;
  readonly file: Blob;
}

export interface ExportOrder {
  readonly job: ExportJob;
  readonly wanted: WantedFile;
  /** What is heard of the narration that is shown, where the file has others; undefined while it is not spoken. */
  readonly heard?: VoicePlan | undefined;
  /** What of the video is not in it, a sentence. */
  readonly omitted?: string | undefined;
  /** Offered once the file is there. */
  readonly companion?: Companion | undefined;
}

export type ExportState =
  | { readonly phase: 'resting' }
  | {
      readonly phase: 'making';
      readonly order: ExportOrder;
      readonly progress: WritingProgress | undefined;
    }
  | {
      readonly phase: 'saved';
      readonly name: string;
      readonly bytes: number;
      /** The person chose its place; otherwise it was downloaded. */
      readonly isPlaced: boolean;
      /** Undefined for a text. */
      readonly order?: ExportOrder;
      readonly durationSeconds?: number;
      /** A sentence: that it is signed, or why not. */
      readonly signature?: string | undefined;
    }
  | { readonly phase: 'failed'; readonly problem: string }
  | { readonly phase: 'cancelled' };

export class Exporter {
  readonly store = createStore<ExportState>(() => ({ phase: 'resting' }));
  #running: AbortController | undefined;

  save(file: Blob, name: string): void {
    if (this.#running) return;
    download(file, name, () => {});
    this.#set({ phase: 'saved', name, bytes: file.size, isPlaced: false });
  }

  /**
   * Makes a file unless one is being made. Called in a click: browsers ask for a place only then.
   * @param onSaved called once it is there
   */
  make(order: ExportOrder, onSaved: (() => void) | undefined): void {
    if (!this.#running) void this.#begin(order, onSaved);
  }

  readonly cancel = (): void => this.#running?.abort();

  async #begin(order: ExportOrder, onSaved: (() => void) | undefined): Promise<void> {
    const controller = new AbortController();
    this.#running = controller;
    const release = holdPage();
    try {
      const place = await findPlace(order.wanted);
      if (!place) return;
      this.#set({ phase: 'making', order, progress: undefined });
      await this.#makeAt(place, order, controller.signal);
      onSaved?.();
    } catch (error) {
      const isCancelled = error instanceof CodedError && error.code === 'client_closed';
      if (!isCancelled) noteFailure(error);
      this.#set(isCancelled ? { phase: 'cancelled' } : { phase: 'failed', problem: describeFailure(error) });
    } finally {
      release();
      this.#running = undefined;
    }
  }

  async #makeAt(place: FilePlace, order: ExportOrder, signal: AbortSignal): Promise<void> {
    try {
      const noteProgress = (progress: WritingProgress) => this.#set({ phase: 'making', order, progress });
      const made = await makeFile(order.job, place.writing, { signal, noteProgress });
      const { name } = order.wanted;
      const { size: bytes } = await handOver(made, place, name);
      const isPlaced = place.writing.kind === 'disk';
      const { durationSeconds, signature } = made;
      this.#set({ phase: 'saved', name, bytes, isPlaced, order, durationSeconds, signature });
    } catch (error) {
      // Why it was not made is what counts.
      await place.discard().catch(() => {});
      throw error;
    }
  }

  #set(state: ExportState): void {
    this.store.setState(state, true);
  }
}

/** What lies where the person wanted it is there already; anything else is downloaded. */
async function handOver({ file }: MadeFile, place: FilePlace, name: string): Promise<Blob> {
  const whole = await readWhole(place, file);
  if (place.writing.kind !== 'disk') download(whole, name, place.discard);
  return whole;
}

/** The browser must have read all of it before it is taken away; a large file takes its time. */
const graceMs = 10 * 60_000;

function download(file: Blob, name: string, discard: () => void): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
    discard();
  }, graceMs);
}

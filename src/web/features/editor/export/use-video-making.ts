import { useEffect, useRef, useState } from 'react';
import type { WritingProgress } from '#media/mix/narrate-video.ts';
import { CodedError } from '#shared/errors.ts';
import { describeFailure } from '../../../lib/describe-failure.ts';
import { noteFailure } from '../../../lib/early-errors.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { holdPage } from '../../../lib/running-work.ts';
import type { MadeVideo, VideoJob } from './video-job.ts';
import { findPlace, type VideoPlace, type WantedFile } from './video-places.ts';

/** What a video is made of, without the place that is asked for. */
export interface VideoOrder extends Omit<VideoJob, 'place'> {
  /** What of the video is not in it, in a sentence. */
  readonly omitted: string | undefined;
}

export type MakingState =
  | { readonly phase: 'resting' }
  | {
      readonly phase: 'making';
      readonly name: string;
      readonly order: VideoOrder;
      readonly progress: WritingProgress | undefined;
      readonly secondsLeft: number | undefined;
    }
  | {
      readonly phase: 'made';
      readonly name: string;
      readonly order: VideoOrder;
      readonly bytes: number;
      readonly durationSeconds: number;
    }
  | { readonly phase: 'failed'; readonly problem: string }
  | { readonly phase: 'cancelled' };

export interface VideoMaking {
  readonly state: MakingState;
  /** Makes a video unless one is being made. Called in a click: browsers ask for a place only then. */
  make(order: VideoOrder, file: WantedFile): void;
  cancel(): void;
}

/** Makes narrated videos of this page, one at a time; leaving the page ends it and deletes what was written. */
export function useVideoMaking(onMade: (() => void) | undefined): VideoMaking {
  const [state, setState] = useState<MakingState>({ phase: 'resting' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function makeAt(place: VideoPlace, order: VideoOrder, name: string, signal: AbortSignal) {
    try {
      const { makeVideo } = await loadChunk('video maker', () => import('./make-video.ts'));
      const startMs = performance.now();
      const noteProgress = (progress: WritingProgress) => {
        const secondsLeft = estimateSecondsLeft(progress, (performance.now() - startMs) / 1000);
        setState({ phase: 'making', name, order, progress, secondsLeft });
      };
      const made = await makeVideo({ ...order, place: place.writing }, { signal, noteProgress });
      const { size: bytes } = await handOver(made, place, name);
      setState({ phase: 'made', name, order, bytes, durationSeconds: made.durationSeconds });
      onMade?.();
    } catch (error) {
      // Why it was not made is what counts.
      await place.discard().catch(() => {});
      throw error;
    }
  }

  async function begin(order: VideoOrder, file: WantedFile) {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const release = holdPage();
    try {
      const place = await findPlace(file);
      if (!place) return;
      setState({ phase: 'making', name: file.name, order, progress: undefined, secondsLeft: undefined });
      await makeAt(place, order, file.name, signal);
    } catch (error) {
      const isCancelled = error instanceof CodedError && error.code === 'client_closed';
      if (!isCancelled) noteFailure(error);
      setState(isCancelled ? { phase: 'cancelled' } : { phase: 'failed', problem: describeFailure(error) });
    } finally {
      release();
      running.current = undefined;
    }
  }

  return {
    state,
    make(order, file) {
      if (!running.current) void begin(order, file);
    },
    cancel: () => running.current?.abort(),
  };
}

/** An estimate from less would jump. */
const leastElapsedSeconds = 2;

function estimateSecondsLeft(
  { writtenSeconds, totalSeconds }: WritingProgress,
  elapsedSeconds: number,
): number | undefined {
  if (elapsedSeconds < leastElapsedSeconds || writtenSeconds === 0) return undefined;
  return (elapsedSeconds * (totalSeconds - writtenSeconds)) / writtenSeconds;
}

/** What lies where the person wanted it is there already; anything else is downloaded. */
async function handOver({ file }: MadeVideo, { writing, discard }: VideoPlace, name: string): Promise<Blob> {
  const whole = file ?? (writing.kind === 'memory' ? new Blob() : await writing.handle.getFile());
  if (writing.kind !== 'disk') download(whole, name, discard);
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

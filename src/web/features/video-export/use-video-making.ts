import { useEffect, useRef, useState } from 'react';
import type { WritingProgress } from '#media/narrate-video.ts';
import { CodedError } from '#shared/errors.ts';
import { describeFailure } from '../../lib/describe-failure.ts';
import { noteFailure } from '../../lib/early-errors.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { holdPage } from '../../lib/running-work.ts';
import type { VideoJob } from './video-job.ts';
import { findPlace, type VideoPlace } from './video-places.ts';

/** The file as a person knows it, and about how large it becomes. */
export interface VideoFileFacts {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: number;
}

export type MakingState =
  | { readonly phase: 'resting' }
  | {
      readonly phase: 'making';
      readonly name: string;
      readonly progress: WritingProgress | undefined;
      readonly secondsLeft: number | undefined;
    }
  | { readonly phase: 'made'; readonly name: string; readonly bytes: number }
  | { readonly phase: 'failed'; readonly problem: string }
  | { readonly phase: 'cancelled' };

export interface VideoMaking {
  readonly state: MakingState;
  /** Makes a video unless one is being made. Called in a click: browsers ask for a place only then. */
  make(job: Omit<VideoJob, 'place'>, facts: VideoFileFacts): void;
  cancel(): void;
}

/** Makes narrated videos of this page, one at a time; leaving the page ends it and takes away what was written. */
export function useVideoMaking(onMade: (() => void) | undefined): VideoMaking {
  const [state, setState] = useState<MakingState>({ phase: 'resting' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function makeAt(
    place: VideoPlace,
    job: Omit<VideoJob, 'place'>,
    name: string,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const { makeVideo } = await loadChunk('video maker', () => import('./make-video.ts'));
      const startMs = performance.now();
      const noteProgress = (progress: WritingProgress) => {
        const secondsLeft = estimateSecondsLeft(progress, (performance.now() - startMs) / 1000);
        setState({ phase: 'making', name, progress, secondsLeft });
      };
      await makeVideo({ ...job, place: place.handle }, { signal, noteProgress });
      const file = await place.handle.getFile();
      if (place.kind === 'browser') download(file, name, () => place.discard());
      setState({ phase: 'made', name, bytes: file.size });
      onMade?.();
    } catch (error) {
      // Why it was not made is what counts.
      await place.discard().catch(() => {});
      throw error;
    }
  }

  async function begin(job: Omit<VideoJob, 'place'>, { name, mimeType, bytes }: VideoFileFacts) {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const release = holdPage();
    try {
      const place = await findPlace(name, mimeType, bytes);
      if (!place) return;
      setState({ phase: 'making', name, progress: undefined, secondsLeft: undefined });
      await makeAt(place, job, name, signal);
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
    make(job, facts) {
      if (!running.current) void begin(job, facts);
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

/** The browser must have read all of it before it is taken away; a large file takes its time. */
const graceMs = 10 * 60_000;

function download(file: File, name: string, discard: () => void): void {
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

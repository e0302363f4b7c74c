import { useEffect, useState } from 'react';
import { describeFailure } from '../../../lib/describe-failure.ts';
import { noteFailure } from '../../../lib/early-errors.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { useObjectUrl } from '../../../lib/use-object-url.ts';

/** A recording to download at the chosen speed. */
export interface TempoSound {
  /** The recording itself at its own tempo; undefined while it is being made. */
  readonly sound: Blob | undefined;
  readonly url: string | undefined;
  /** How much is made, 0 to 1; undefined while nothing is being made. */
  readonly share: number | undefined;
  /** Why it could not be made, for a person. */
  readonly problem: string | undefined;
}

/** Not at each step of a slider that is still being moved. */
const settleMs = 400;

interface Making {
  readonly of: Blob;
  readonly speed: number;
  readonly sound?: Blob;
  readonly share?: number;
  readonly problem?: string;
}

/**
 * The recording as mp3 at a speed, made in this page once the speed is settled.
 * @param settings `seconds`: the recording's own length, for telling how much is made; undefined until it is known
 */
export function useTempoSound(
  recording: Blob | undefined,
  { speed, seconds }: { readonly speed: number; readonly seconds: number | undefined },
): TempoSound {
  const [making, setMaking] = useState<Making>();
  useEffect(() => {
    if (!recording || speed === 1) return;
    const controller = new AbortController();
    const { signal } = controller;
    const post = (news: Omit<Making, 'of' | 'speed'>) => {
      if (!signal.aborted) setMaking({ of: recording, speed, ...news });
    };
    const make = async () => {
      const { makeTempo } = await loadChunk('sound maker', () => import('./make-tempo.ts'));
      const report = createShareReport(seconds, share => post({ share }));
      post({ sound: await makeTempo(recording, { speed, signal, report }) });
    };
    const timer = setTimeout(() => {
      make().catch((error: unknown) => {
        if (signal.aborted) return;
        noteFailure(error);
        post({ problem: describeFailure(error) });
      });
    }, settleMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [recording, speed, seconds]);

  const made = making?.of === recording && making?.speed === speed ? making : undefined;
  const sound = speed === 1 ? recording : made?.sound;
  const url = useObjectUrl(sound);
  const isMaking = recording !== undefined && !sound && !made?.problem;
  return { sound, url, share: isMaking ? (made?.share ?? 0) : undefined, problem: made?.problem };
}

/** Tells whole hundredths only, each once. */
function createShareReport(seconds: number | undefined, post: (share: number) => void) {
  let reported = 0;
  return (doneSeconds: number) => {
    const share = seconds ? Math.min(1, Math.floor((100 * doneSeconds) / seconds) / 100) : 0;
    if (share <= reported) return;
    reported = share;
    post(share);
  };
}

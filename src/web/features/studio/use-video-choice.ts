import { useRef, useState } from 'react';
import type { ConfigAnswer } from '#shared/api/config.ts';
import { describeFailure } from '../../lib/describe-failure.ts';
import { noteFailure } from '../../lib/early-errors.ts';
import { ChunkLoadError, loadChunk } from '../../lib/load-chunk.ts';
import type { VideoFacts } from './read-pictures.ts';
import { requireVideoFile } from './video-file.ts';

export interface VideoLimits {
  readonly maxBytes: number;
  readonly maxSeconds: number;
}

/** The server's limits; until it has said them, it alone refuses. */
export function readVideoLimits(config: ConfigAnswer | undefined): VideoLimits {
  const { maxVideoBytes = Number.POSITIVE_INFINITY, maxVideoSeconds = Number.POSITIVE_INFINITY } =
    config ?? {};
  return { maxBytes: maxVideoBytes, maxSeconds: maxVideoSeconds };
}

export interface Refusal {
  readonly message: string;
  /** The file may be good: a part of the page is missing, and only a reload brings it. */
  readonly needsReload: boolean;
}

/** A video that was looked into and can be narrated. */
export interface ChosenVideo {
  readonly file: File;
  readonly facts: VideoFacts;
}

export interface VideoChoice {
  readonly video: ChosenVideo | undefined;
  /** The name of a file that is being looked into. */
  readonly checking: string | undefined;
  /** Why the last file was not taken; the video before it stays. */
  readonly refusal: Refusal | undefined;
  choose(file: File): Promise<void>;
}

/**
 * Takes a file as the studio's video once it is known to be one, within the server's limits.
 * @param prepare called with the first promising file
 */
export function useVideoChoice(
  { maxBytes, maxSeconds }: VideoLimits,
  prepare: () => Promise<void>,
): VideoChoice {
  const [video, setVideo] = useState<ChosenVideo>();
  const [checking, setChecking] = useState<string>();
  const [refusal, setRefusal] = useState<Refusal>();
  const lastFile = useRef<File>(undefined);

  async function choose(file: File): Promise<void> {
    lastFile.current = file;
    setRefusal(undefined);
    setChecking(file.name);
    const outcome = await look(file).catch(refuse);
    // Another file was chosen meanwhile.
    if (lastFile.current !== file) return;
    setChecking(undefined);
    if ('message' in outcome) setRefusal(outcome);
    else setVideo({ file, facts: outcome });
  }

  async function look(file: File): Promise<VideoFacts> {
    requireVideoFile(file, maxBytes);
    // If it fails, it is tried again, and told, when it is needed.
    void prepare().catch(() => {});
    const { inspectVideo } = await loadChunk('video reader', () => import('./read-pictures.ts'));
    return inspectVideo(file, maxSeconds);
  }

  return { video, checking, refusal, choose };
}

function refuse(error: unknown): Refusal {
  noteFailure(error);
  return { message: describeFailure(error), needsReload: error instanceof ChunkLoadError };
}

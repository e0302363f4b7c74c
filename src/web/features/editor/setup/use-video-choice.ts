import { useRef, useState } from 'react';
import type { ConfigAnswer } from '#shared/api/config.ts';
import { framesPerVideo } from '#shared/limits.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { describeFailure } from '../../lib/describe-failure.ts';
import { noteFailure } from '../../lib/early-errors.ts';
import { ChunkLoadError, loadChunk } from '../../lib/load-chunk.ts';
import { identifyVideo, keepVideo, type VideoIdentity } from '../versions/public.ts';
import { lazyPreviewParts } from './lazy-preview-parts.ts';
import type { VideoFacts } from './read-pictures.ts';
import { type LostVideo, useWayBack } from './use-way-back.ts';
import { requireVideoFile } from './video-file.ts';

export interface VideoLimits {
  readonly maxBytes: number;
  readonly maxSeconds: number;
  /** Pictures that are looked at for a narration that follows the video. */
  readonly maxTimedFrames: number;
}

/** The server's limits; until they are known, the server alone refuses. */
export function readVideoLimits(config: ConfigAnswer | undefined): VideoLimits {
  return {
    maxBytes: config?.maxVideoBytes ?? Number.POSITIVE_INFINITY,
    maxSeconds: config?.maxVideoSeconds ?? Number.POSITIVE_INFINITY,
    // So many every server accepts.
    maxTimedFrames: config?.maxTimedFrames ?? framesPerVideo,
  };
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
  /** Of the video, or of the one that was here before while there is no other. */
  readonly identity: VideoIdentity | undefined;
  /** The name of a file that is being looked into. */
  readonly checking: string | undefined;
  /** Why the last file was not added; the video before it stays. */
  readonly refusal: Refusal | undefined;
  readonly lost: LostVideo | undefined;
  /** @param handle with which the browser can open the file again, of a file that was dropped */
  choose(file: File, handle?: Promise<FileSystemFileHandle | undefined>): Promise<void>;
  /** Lets go of a video that is only there as the copy in this browser. */
  forgetCopy(): void;
}

interface VideoBefore {
  /** See `readDraft`. */
  readonly owner: string;
  /** The video of before, if there was one. */
  readonly last: VideoIdentity | undefined;
}

/**
 * Takes a file as the studio's video once it is known to be one, within the server's limits, and brings it back on the next
 * visit where the browser can.
 * @param prepare called with the first promising file
 */
export function useVideoChoice(
  { maxBytes, maxSeconds }: VideoLimits,
  prepare: () => Promise<void>,
  { owner, last }: VideoBefore,
): VideoChoice {
  const [video, setVideo] = useState<ChosenVideo>();
  const [identity, setIdentity] = useState(last);
  const [checking, setChecking] = useState<string>();
  const [refusal, setRefusal] = useState<Refusal>();
  const lastFile = useRef<File>(undefined);
  const isCopy = useRef(false);

  /** Resolves to whether the file is the video now; `report` gets the reason if it is not. */
  async function take(
    file: File,
    handle: Promise<FileSystemFileHandle | undefined> | undefined,
    report: (refusal: Refusal) => void,
  ): Promise<boolean> {
    lastFile.current = file;
    setRefusal(undefined);
    setChecking(file.name);
    const outcome = await look(file).catch(error => refuse(error, file, video?.file));
    // Another file was chosen meanwhile.
    if (lastFile.current !== file) return false;
    setChecking(undefined);
    if ('message' in outcome) {
      report(outcome);
      return false;
    }
    isCopy.current = false;
    setVideo({ file, facts: outcome });
    setIdentity(identifyVideo(file));
    // Where it cannot be kept, the page says on the next visit which file to choose again.
    keepVideo(owner, file, handle).catch(() => {});
    return true;
  }

  async function look(file: File): Promise<VideoFacts> {
    requireVideoFile(file, maxBytes);
    // If it fails, it is tried again when it is needed.
    void prepare().catch(() => {});
    const [{ inspectVideo }] = await Promise.all([
      loadChunk('video reader', () => import('./read-pictures.ts')),
      lazyPreviewParts.fetch(),
    ]);
    return inspectVideo(file, maxSeconds);
  }

  const wayBack = useWayBack({ owner, last, isReplaced: () => lastFile.current !== undefined }, async way => {
    const isBack = await take(way.file, undefined, () => {});
    if (isBack) isCopy.current = way.isCopy;
    return isBack;
  });

  return {
    video,
    identity,
    checking,
    refusal,
    lost: video ? undefined : wayBack,
    async choose(file, handle) {
      await take(file, handle, setRefusal);
    },
    forgetCopy() {
      if (!isCopy.current) return;
      isCopy.current = false;
      lastFile.current = undefined;
      setVideo(undefined);
      setIdentity(undefined);
    },
  };
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

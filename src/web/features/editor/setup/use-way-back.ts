import { useEffect, useRef, useState } from 'react';
import type { VideoIdentity } from '../versions/public.ts';
import { findVideo } from '../versions/public.ts';

/** A video of the last visit that could not be restored. */
export interface LostVideo {
  readonly name: string;
  /** The way back, where the browser only waits for a press. */
  readonly reopen?: () => void;
}

export interface FoundVideo {
  readonly file: File;
  /** It is only there as the copy in this browser. */
  readonly isCopy: boolean;
}

interface VideoBefore {
  /** See `readDraft`. */
  readonly owner: string;
  /** The video of before, if there was one. */
  readonly last: VideoIdentity | undefined;
  /** Whether a person has chosen a file meanwhile, which counts more. */
  readonly isReplaced: () => boolean;
}

/**
 * Brings the video of the last visit back, where the browser can.
 * @param take gives whether the file was taken
 * @returns what to say of a video that did not come back; undefined as long as it may
 */
export function useWayBack(
  { owner, last, isReplaced }: VideoBefore,
  version: (video: FoundVideo) => Promise<boolean>,
): LostVideo | undefined {
  const [lost, setLost] = useState<LostVideo>();
  const latest = useRef({ version, isReplaced });
  latest.current = { version, isReplaced };

  useEffect(() => {
    if (!last) return;
    let isGone = false;
    const { name } = last;
    const bringBack = async (video: FoundVideo) => {
      if (isGone || latest.current.isReplaced()) return;
      if (!(await latest.current.version(video))) setLost({ name });
    };
    const open = async () => {
      const way = await findVideo(owner, last);
      if (way?.kind === 'file') return bringBack(way);
      if (isGone) return;
      if (!way) return setLost({ name });
      const reopen = async () => bringBack({ file: await way.reopen(), isCopy: false });
      setLost({ name, reopen: () => void reopen().catch(() => setLost({ name })) });
    };
    open().catch(() => isGone || setLost({ name }));
    return () => {
      isGone = true;
    };
  }, [owner, last]);

  return lost;
}

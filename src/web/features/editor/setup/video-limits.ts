import type { ConfigAnswer } from '#shared/api/config.ts';
import { framesPerVideo } from '#shared/limits.ts';
import type { VideoLimits } from '../store/editor.ts';

/** The server's limits; until they are known, the server alone refuses. */
export function readVideoLimits(config: ConfigAnswer | undefined): VideoLimits {
  return {
    maxBytes: config?.maxVideoBytes ?? Number.POSITIVE_INFINITY,
    maxSeconds: config?.maxVideoSeconds ?? Number.POSITIVE_INFINITY,
    // So many every server accepts.
    maxTimedFrames: config?.maxTimedFrames ?? framesPerVideo,
  };
}

import { PreviewControls, SyncedPlayback } from '../player/public.ts';
import { VersionsRow } from '../versions/public.ts';
import { HeardSentence } from './heard-sentence.tsx';
import { SpokenScript } from './spoken-script.tsx';
import { VideoPreview } from './video-preview.tsx';

/** What a studio shows only once there is a video, a take or a sound. */
export const previewParts = {
  PreviewControls,
  HeardSentence,
  SpokenScript,
  VersionsRow,
  SyncedPlayback,
  VideoPreview,
};

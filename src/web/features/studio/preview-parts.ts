import { PreviewControls, SyncedPlayback } from '../player/public.ts';
import { VersionsRow } from '../versions/public.ts';
import { announceWork, describeWork } from './describe-work.ts';
import { HeardSentence } from './heard-sentence.tsx';
import { SpeakInstead } from './speak-instead.tsx';
import { SpokenScript } from './spoken-script.tsx';
import { VideoPreview } from './video-preview.tsx';

/** What a studio needs only once there is a video, a version or a recording. */
export const previewParts = {
  PreviewControls,
  HeardSentence,
  SpeakInstead,
  SpokenScript,
  VersionsRow,
  SyncedPlayback,
  VideoPreview,
  describeWork,
  announceWork,
};

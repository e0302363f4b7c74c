import { PreviewControls } from '../playback/preview-controls.tsx';
import { SyncedPlayback } from '../playback/synced-playback.ts';
import { announceWork, describeWork } from './describe-work.ts';
import { VideoPreview } from './video-preview.tsx';

/** What an editor needs only once there is a video or a recording. */
export const previewParts = { PreviewControls, SyncedPlayback, VideoPreview, announceWork, describeWork };

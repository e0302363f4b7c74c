import { announceWork, describeWork } from '../jobs/describe-work.ts';
import { CaptionsButton } from '../player/captions.tsx';
import { connectPlayer } from '../player/connect-player.ts';
import { PreviewControls } from '../player/preview-controls.tsx';
import { DetailChoice } from './detail-choice.tsx';
import { SoundChoice } from './sound-choice.tsx';
import { VideoPreview } from './video-preview.tsx';

export const previewParts = {
  CaptionsButton,
  DetailChoice,
  PreviewControls,
  SoundChoice,
  VideoPreview,
  connectPlayer,
  announceWork,
  describeWork,
};

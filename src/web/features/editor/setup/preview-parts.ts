import { CaptionsButton } from '../playback/captions.tsx';
import { connectPlayer } from '../playback/connect-player.ts';
import { PreviewControls } from '../playback/preview-controls.tsx';
import { announceWork, describeWork } from './describe-work.ts';
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

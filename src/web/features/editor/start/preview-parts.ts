import { announceWork, describeWork } from '../jobs/describe-work.ts';
import { connectPlayer } from '../player/playback.ts';
import { PlayerControls } from '../player/player-controls.tsx';
import { VoiceWave } from '../player/voice-wave.tsx';
import { DetailChoice } from './detail-choice.tsx';
import { SoundChoice } from './sound-choice.tsx';
import { VideoPreview } from './video-preview.tsx';

export const previewParts = {
  DetailChoice,
  PlayerControls,
  SoundChoice,
  VideoPreview,
  VoiceWave,
  connectPlayer,
  announceWork,
  describeWork,
};

import { connectPlayer } from '../player/playback.ts';
import { PlayerControls } from '../player/player-controls.tsx';
import { VoiceWave } from '../player/voice-wave.tsx';
import { VideoPreview } from './video-preview.tsx';

export const previewParts = {
  PlayerControls,
  VideoPreview,
  VoiceWave,
  connectPlayer,
};

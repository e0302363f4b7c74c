import { defineMessages } from './message.ts';

/** The player: video and narration together. Fetched when there is something to play. */
export const playerMessages = defineMessages('player', {
  player: 'Player',
  narration: 'Narration',
  playVideo: 'Play video',
  pauseVideo: 'Pause video',
  playNarration: 'Play narration',
  pauseNarration: 'Pause narration',
  playBoth: 'Play video with narration',
  pauseBoth: 'Pause video with narration',
  position: 'Playback position',
  positionOf: '{time} of {total}',
  positionAfterVideo: '{time} of {total}, after the end of the video',
  clock: '{time} / {total}',
  originalSound: 'Original sound',
  originalSoundMixed: 'The original sound is set in the “Export” dialog',
  volume: '{percent}%',
  captions: 'Captions',
  fullScreen: 'Full screen',
  fullScreenKey: 'Full screen (F)',

  // Beside the recording.
  length: 'Recording: {duration}',
  sameLength: 'Same length as the video',
  shorter: '{difference} shorter than the video',
  longer: '{difference} longer than the video',
  speed: 'Speed',
  speedValue: '{speed}×',
});

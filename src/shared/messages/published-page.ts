import { defineMessages } from './message.ts';

/** The page that is published with a video. */
export const publishedMessages = defineMessages('published', {
  untitled: 'Video',
  player: 'Player',
  play: 'Play',
  pause: 'Pause',
  description: 'Audio description',
  narration: 'Narration',
  captions: 'Captions',
  waits: 'The video pauses for long descriptions. Press Escape to skip one.',
  blocked: 'Your browser blocked the voice. Press its button to turn it on.',
  failed: 'The voice could not be loaded.',
  files: 'Files',
  video: 'Video',
  voice: 'Voice (MP3)',
  captionsFile: 'Captions (WebVTT)',
  descriptionsFile: 'Descriptions (WebVTT)',
  report: 'Report',
  madeWith: 'Made with {software}.',
});

export { setTime } from './edit-lines.ts';
export { findTooLong, printSeconds } from './judge-line.ts';
export { LineEditor } from './line-editor.tsx';
export {
  addSounds,
  findSound,
  type LineSound,
  type LineSounds,
  noSounds,
  type SpokenWith,
} from './line-sound.ts';
export { countSpoken, createEstimate, findEnd, mixScript, planSpeaking } from './line-tools.ts';
export { type BenchLine, listLines } from './list-lines.ts';
export { PreviewTimeline } from './preview-timeline.tsx';
export { hasAudibleSound, readSpeech } from './read-speech.ts';

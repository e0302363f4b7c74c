export { setTime } from './edit-lines.ts';
export { FilmStrip } from './film-strip.tsx';
export { findTooLong, printSeconds } from './judge-line.ts';
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
export { canHear, readSpeech } from './read-speech.ts';
export { Workbench } from './workbench.tsx';

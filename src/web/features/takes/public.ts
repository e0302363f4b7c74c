export { findVideo, forgetPerson, handOver, keepVideo } from './browser-work.ts';
export { type Draft, readDraft, removeDraft, writeDraft } from './draft.ts';
export {
  findCurrentTake,
  getVideoId,
  identifyVideo,
  type Take,
  type TakeSound,
  type VideoIdentity,
} from './take.ts';
export { TakesRow } from './takes-row.tsx';
export { type Takes, useTakes } from './use-takes.ts';

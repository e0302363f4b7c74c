export { findVideo, forgetPerson, handOver, keepVideo } from './browser-work.ts';
export { type Draft, readDraft, removeDraft, writeDraft } from './draft.ts';
export { useVersions, type Versions } from './use-versions.ts';
export {
  findCurrentVersion,
  getVideoId,
  identifyVideo,
  type Version,
  type VersionSound,
  type VideoIdentity,
} from './version.ts';
export { VersionsRow } from './versions-row.tsx';

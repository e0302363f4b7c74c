export { NarrationEditor, type WorkFacts } from './editor.tsx';
export { loadSoundCollector } from './service/load-sound-collector.ts';
export { type PaidScript, postRewriting, postWriting, toWritten } from './service/post-script.ts';
export { type PreparedDescription, prepareDescription } from './service/prepare-description.ts';
export { EngineNote } from './setup/lazy-engine-note.tsx';
export { isUsedUp, NarrationsLeft } from './setup/narrations-left.tsx';
export { copyPictures, type PictureLimits, type Pictures, readPictures } from './setup/read-pictures.ts';
export { confirmLeaving } from './setup/use-leave-warning.ts';
export { readVideoLimits } from './setup/video-limits.ts';
export type { VoiceField } from './setup/voice-choice.ts';
export { findVoice, premiumVoiceGroup, standardVoiceGroup } from './setup/voice-choice.ts';
export { forgetWorkOf, getOwner, takeOverVisitorsWork, visitorOwner } from './storage/start-storage.ts';
export type { Activity } from './store/activity.ts';
export { createEditor, type VoiceGroup } from './store/editor.ts';
export type { JobKind } from './store/editor-state.ts';
export type {
  NarrationService,
  RewriteOrder,
  ScriptOrder,
  ScriptStep,
  WrittenScript,
} from './store/narration-service.ts';
export { useStateOf } from './store/use-editor.tsx';

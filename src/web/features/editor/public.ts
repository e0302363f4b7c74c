export { NarrationEditor, type WorkFacts } from './editor.tsx';
export { type PaidScript, postWriting, toWritten } from './service/post-script.ts';
export { type PreparedDescription, prepareDescription } from './service/prepare-description.ts';
export { createSharedCalls } from './service/shared-calls.ts';
export { isUsedUp, NarrationsLeft } from './setup/narrations-left.tsx';
export { copyPictures, type PictureLimits, type Pictures, readPictures } from './setup/read-pictures.ts';
export { confirmLeaving } from './setup/use-leave-warning.ts';
export { forgetWorkOf, getOwner, takeOverVisitorsWork, visitorOwner } from './storage/start-storage.ts';
export type { Activity } from './store/activity.ts';
export { createEditor } from './store/editor.ts';
export type { JobKind } from './store/editor-state.ts';
export type {
  NarrationService,
  ScriptOrder,
  ScriptStep,
  WrittenScript,
} from './store/narration-service.ts';
export { useStateOf } from './store/use-editor.tsx';

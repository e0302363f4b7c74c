export { postWriting, startForm, toWritten } from './api/calls.ts';
export { createSharedCalls } from './api/client.ts';
export { NarrationEditor } from './editor.tsx';
export { type PreparedDescription, prepareDescription } from './jobs/listen.ts';
export { copyPictures, type PictureLimits, type Pictures, readPictures } from './jobs/read-pictures.ts';
export { confirmLeaving } from './jobs/status.tsx';
export {
  forgetWorkOf,
  getOwner,
  openEditor,
  takeOverVisitorsWork,
  visitorOwner,
} from './keep/start-storage.ts';
export type { Activity, JobKind } from './model/editor-state.ts';
export type {
  NarrationService,
  PageEntry,
  ScriptOrder,
  ScriptStep,
  WorkFacts,
  WrittenScript,
} from './model/narration-service.ts';
export { hasScript } from './model/select.ts';
export { useStateOf } from './model/use-editor.tsx';
export { NoAi } from './start/connect-ai.tsx';
export { isUsedUp, NarrationsLeft } from './start/work-button.tsx';

import { EditorBar } from './bar/editor-bar.tsx';
import { LanguageNews } from './bar/language-menu.tsx';
import { ProjectsDialog } from './bar/projects-dialog.tsx';
import { watchLines } from './jobs/listen.ts';
import { Panels } from './panels/panels.tsx';
import { TranscriptFold } from './panels/transcript-panel.tsx';
import { FoundRoles } from './panels/voices-panel.tsx';
import { listenForKeys } from './script/keys.ts';
import { LineList } from './script/line-list.tsx';
import { ScriptHead } from './script/script-head.tsx';
import { WorkNews } from './script/work-news.tsx';
import { Timeline } from './timeline/timeline.tsx';

export const scriptParts = {
  EditorBar,
  FoundRoles,
  LanguageNews,
  LineList,
  listenForKeys,
  ProjectsDialog,
  Panels,
  ScriptHead,
  Timeline,
  TranscriptFold,
  watchLines,
  WorkNews,
};

import { NarrationsDialog } from './bar/narrations-dialog.tsx';
import { VersionsMenu } from './bar/versions-menu.tsx';
import { FitButton } from './fit-button.tsx';
import { watchLines } from './jobs/watch-lines.ts';
import { CastPanel } from './panels/cast-panel.tsx';
import { ReviewPanel } from './panels/review-panel.tsx';
import { TranscriptPanel } from './panels/transcript-panel.tsx';
import { ExampleNotice } from './script/example-notice.tsx';
import { HeardSentence } from './script/heard-sentence.tsx';
import { LineList } from './script/line-list.tsx';
import { listenForKeys } from './script/listen-for-keys.ts';
import { ShortcutsDialog } from './script/shortcuts-dialog.tsx';
import { SpeakInstead } from './script/speak-instead.tsx';
import { SpokenScript } from './spoken-script.tsx';
import { Timeline } from './timeline/timeline.tsx';

export const scriptParts = {
  CastPanel,
  ExampleNotice,
  FitButton,
  HeardSentence,
  LineList,
  listenForKeys,
  NarrationsDialog,
  ReviewPanel,
  SpeakInstead,
  SpokenScript,
  ShortcutsDialog,
  Timeline,
  watchLines,
  TranscriptPanel,
  VersionsMenu,
};

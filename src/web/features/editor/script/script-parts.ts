import { CastPanel } from '../cast/cast-panel.tsx';
import { watchLines } from '../jobs/watch-lines.ts';
import { listenForKeys } from '../keys/listen-for-keys.ts';
import { ShortcutsDialog } from '../keys/shortcuts-dialog.tsx';
import { LineList } from '../lines/line-list.tsx';
import { NarrationsDialog } from '../narrations/narrations-dialog.tsx';
import { VersionsMenu } from '../narrations/versions-menu.tsx';
import { ReviewPanel } from '../review/review-panel.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { TranscriptPanel } from '../transcript/transcript-panel.tsx';
import { ExampleNotice } from './example-notice.tsx';
import { FitButton } from './fit-button.tsx';
import { HeardSentence } from './heard-sentence.tsx';
import { SpeakInstead } from './speak-instead.tsx';
import { SpokenScript } from './spoken-script.tsx';

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

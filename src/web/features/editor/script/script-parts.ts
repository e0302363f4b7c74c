import { CastPanel } from '../cast/cast-panel.tsx';
import { LineList } from '../lines/line-list.tsx';
import { VersionsMenu } from '../narrations/versions-menu.tsx';
import { ReviewPanel } from '../review/review-panel.tsx';
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
  ReviewPanel,
  SpeakInstead,
  SpokenScript,
  TranscriptPanel,
  VersionsMenu,
};

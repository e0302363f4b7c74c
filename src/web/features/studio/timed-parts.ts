import { printTimedScript } from '#shared/narration/timed-text.ts';
import { learn, startRate } from '#shared/script/estimate-speech.ts';
import { toSentGaps } from '#shared/script/sent-gaps.ts';
import {
  countSpoken,
  createEstimate,
  findEnd,
  listLines,
  mixScript,
  PreviewTimeline,
  planSpeaking,
  setTime,
} from '../line-editor/public.ts';
import { describeVideo } from './describe-video.ts';
import { fetchSpeechRate } from './fetch-speech-rate.ts';
import { LinesView } from './lines-view.tsx';

/** What works on a timed script. */
export const timedParts = {
  countSpoken,
  createEstimate,
  describeVideo,
  fetchSpeechRate,
  PreviewTimeline,
  findEnd,
  learn,
  LinesView,
  listLines,
  mixScript,
  planSpeaking,
  printTimedScript,
  setTime,
  startRate,
  toSentGaps,
};

import { defineMessages } from './message.ts';

/** The review of an audio description. */
export const reviewMessages = defineMessages('review', {
  title: 'Review',
  hint: 'Check each gap before you publish.',
  gaps: 'Gaps in the speech',
  noGaps: 'No gaps in the speech.',
  described: 'Described',
  inPart: 'Partly described',
  missing: 'Missing: {text}',
  empty: 'Not described',
  leftOut: 'Left out',
  paused: 'The video pauses',
  checks: 'Your confirmation',
  names: 'People and places are named as soon as the video names them, and always the same way.',
  print: 'On-screen text that matters is read out.',
  meaning: 'The lines say what can be seen, not what it means.',
  name: 'Your name (optional)',
  kept: 'Saved with the description and shown in the report. If a line changes, confirm again.',
  none: 'Not confirmed yet',
  report: 'Open report',
  printReport: 'Print',
});

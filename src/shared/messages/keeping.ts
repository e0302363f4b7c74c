import { defineMessages } from './message.ts';

/** How the work is kept in this browser, and what happens to it. Fetched when there is something to say. */
export const keepingMessages = defineMessages('keeping', {
  notKept: 'This browser cannot save your narrations. They will be lost when you leave this page.',
  openElsewhere: 'This narration is also open in another tab. Changes appear in both.',
  otherText: 'This line was changed in two places at the same time. The other text: “{text}”',
  otherSegment:
    'This part of the transcript was changed in two places at the same time. The other text: “{text}”',
  otherPrompt: 'The prompt was changed in two places at the same time. The other prompt: “{text}”',
  otherLine: 'A line written elsewhere is missing here: “{text}”',
  otherTranscript: 'The video was transcribed in two places at the same time. The other transcript: “{text}”',
  otherName: 'A person’s name was changed in two places at the same time. The other name: “{text}”',
  otherLook:
    'A person’s appearance was changed in two places at the same time. The other description: “{text}”',
  otherTerm: '“{term}” was changed in two places at the same time. The other text: “{text}”',
  otherTitle: 'A narration was renamed in two places at the same time. The other name: “{text}”',
  useIt: 'Use it',
  dismiss: 'Dismiss',
  dismissAll: 'Dismiss all {count}',
  more: { one: '{count} more', other: '{count} more' },

  // Work that was going on when the page was closed.
  writingInterrupted: 'Writing was interrupted when the page was closed. What was written so far is kept.',
  nothingWritten: 'Writing was interrupted when the page was closed. Nothing had been written yet.',
  speakingInterrupted:
    'Generating the audio was interrupted when the page was closed. Finished lines are kept.',
  recordingInterrupted: 'Generating the audio was interrupted when the page was closed. Generate it again.',
  scenesInterrupted: 'Finding the scenes was interrupted when the page was closed.',
  translatingInterrupted:
    'Translating was interrupted when the page was closed. “Languages” continues with what is missing.',
  comparingInterrupted: 'Comparing the videos was interrupted when the page was closed. Nothing was changed.',
  hearingInterrupted: 'Transcribing was interrupted when the page was closed. Start it again.',
});

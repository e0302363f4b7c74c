import { defineMessages } from './message.ts';

/** Why something that was found is not described. */
export const untoldMessages = defineMessages('untold', {
  noMoment: 'People speak while it is shown, and no gap is near.',
  noMomentTimed: 'No line begins while it is shown.',
  noRoom: 'There is no room for it.',
  tooNear: 'Another picture is described at that moment.',
  byWriter: 'The writer left it out: {reason}.',
  byWriterUnsaid: 'The writer left it out.',
  wrongTime: 'The writer gave it a time at which nothing can be said.',
  unread: 'No line reads it.',
  gapUnseen: 'No frame of this gap was analysed.',
  gapFree: 'The writer found nothing new here, or left it empty.',
  gapTooFull: 'What was found here is not described: see above.',
});

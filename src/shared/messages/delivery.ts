import { defineMessages } from './message.ts';

/** How a line is spoken. */
export const deliveryMessages = defineMessages('delivery', {
  action: 'How it is spoken…',
  title: 'How line {number} is spoken',
  role: 'Role',
  voice: 'Voice of this line',
  voiceOfRole: 'Voice of its role',
  manner: 'Manner',
  plain: 'Plain',
  plainly: '{manner} (spoken plainly)',
  spokenPlainly: '{name} has no such manner: the line is spoken plainly.',
  pace: 'Pace',
  paceValue: '{pace}×',
  pauseBefore: 'Pause before, in seconds',
  pauseAfter: 'Pause after, in seconds',
  pauseBounds: 'From 0 to {most}.',
  reset: 'Reset',
  done: 'Done',
  toSpeak: { one: '{count} line is still to be spoken.', other: '{count} lines are still to be spoken.' },
  // In a row, side by side.
  before: '{seconds} s pause before',
  after: '{seconds} s pause after',
  calm: 'calm',
  friendly: 'friendly',
  cheerful: 'cheerful',
  excited: 'excited',
  serious: 'serious',
  sad: 'sad',
  angry: 'angry',
  whispering: 'whispering',
  shouting: 'shouting',
});

import { defineMessages } from './message.ts';

/** How a line is spoken. */
export const deliveryMessages = defineMessages('delivery', {
  action: 'Voice and delivery…',
  title: 'Voice and delivery of line {number}',
  role: 'Role',
  voice: 'Voice of this line',
  voiceOfRole: 'Same as its role',
  manner: 'Style',
  plain: 'Neutral',
  plainly: '{manner} (not available with this voice)',
  spokenPlainly: '{name} does not offer this style. The line is spoken neutrally.',
  pace: 'Pace',
  paceValue: '{pace}×',
  pauseBefore: 'Pause before, in seconds',
  pauseAfter: 'Pause after, in seconds',
  pauseBounds: 'From 0 to {most}.',
  reset: 'Reset',
  done: 'Done',
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

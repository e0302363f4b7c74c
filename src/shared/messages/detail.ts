import { defineMessages } from './message.ts';

/** How much an audio description says. */
export const detailMessages = defineMessages('detail', {
  detail: 'Detail',
  brief: 'Brief',
  briefHint: 'Only what is needed to follow the video, and on-screen text.',
  standard: 'Standard',
  standardHint: 'Where there is time, also how people and places look.',
  rich: 'Rich',
  richHint: 'As much as the time allows: clothes, rooms, light, gestures.',
});

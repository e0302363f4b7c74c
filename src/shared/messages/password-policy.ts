import { defineMessages } from './message.ts';

/** What a password must be, as the page lists it. */
export const passwordPolicyMessages = defineMessages('passwordPolicy', {
  least: 'At least {limit} characters.',
  most: 'At most {limit} characters.',
  uncommon:
    'Hard to guess: not a common password, no keyboard row, repetition or sequence, and not your name or ours.',
});

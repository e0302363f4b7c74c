import { defineMessages } from './message.ts';

/** What a password must be, as the page lists it. */
export const passwordPolicyMessages = defineMessages('passwordPolicy', {
  least: 'At least {limit} characters.',
  most: 'At most {limit} characters.',
  uncommon:
    'Hard to guess: no common passwords, keyboard rows, repetitions or sequences, and neither your name nor “Benshi”.',
});

import { defineMessages } from './message.ts';

/** What is wrong with the contact form or the feedback form; the page checks feedback by the same rules. */
export const formErrors = defineMessages('formErrors', {
  noName: 'Enter your name.',
  nameTooLong: 'Enter a name of at most {limit} characters.',
  nameWithBreak: 'Enter your name on one line.',
  noAddress: 'Enter your email address.',
  badAddress: 'Enter a valid email address.',
  badOptionalAddress: 'Enter a valid email address, or leave it empty.',
  noMessage: 'Enter a message.',
  messageTooLong: 'Your message is too long. The limit is {limit} characters.',
  badRating: 'Choose a rating from 1 to {most}.',
  noUserId: 'The user ID is required.',
  noServiceId: 'The service ID is required.',
  noTemplateId: 'The template ID is required.',
  unknownUserId: 'The user ID is not valid on this server.',
  unknownServiceId: 'The service ID is not valid on this server.',
  unknownTemplateId: 'The template ID is not valid on this server.',
  versionTooLong: 'The lib_version is too long.',
});

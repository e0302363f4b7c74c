import { defineMessages } from './message.ts';

/** What the server says about review links and comments. */
export const reviewErrors = defineMessages('reviewErrors', {
  noLink: 'This review link is not valid. It may be mistyped, expired or revoked. Ask for a new one.',
  noShare: 'There is no such review link. It may be revoked already.',
  noComment: 'There is no such comment. It may be deleted already.',
  noNarration: 'There is no such narration in this project.',
  noName: 'Enter a name.',
  nameTooLong: 'Enter a name of at most {limit} characters.',
  nameOfOwner:
    'That is the name of the person who shared this script. Add something that tells you apart, such as your company.',
  nameWithBreak: 'The name must be on one line.',
  noMessage: 'Write a comment.',
  messageTooLong: 'Write a comment of at most {limit} characters.',
  wrongDays: 'A link can be valid for 1 to {limit} days.',
  badPicture: 'A picture is not a JPEG of at most 8 kB.',
  tooManyPictures: 'A link can show {limit} pictures.',
  tooManyShares: 'An account can have {limit} review links. Revoke one that you no longer need.',
  tooManyComments: 'This project has {limit} comments. Its owner must delete some first.',
});

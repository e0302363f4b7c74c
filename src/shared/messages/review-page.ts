import { defineMessages } from './message.ts';

/** The page of a review link, for people without an account. */
export const reviewPageMessages = defineMessages('reviewPage', {
  title: 'Review',
  untitled: 'Untitled narration',
  noLink: 'This page opens with a review link. Ask the person who wrote the script for one.',
  loading: 'Loading the script…',
  sharedBy: '{name} shared this script with you. The link works until {date}.',
  shared: 'This script was shared with you. The link works until {date}.',
  hint: 'You see the latest version. The author and everyone with this link can read your comments.',
  hintTogether: 'You see the latest version. The author and the other reviewers can read your comments.',
  version: 'Version: {name}',
  name: 'Your name',
  nameHint: 'Shown with your comments. Remembered until you close this tab.',
  nameMissing: 'Enter your name first.',
  lines: 'Script',
  noLines: 'There is no text yet.',
  comment: 'Comment',
  commentOn: 'Comment on line {number}',
  yourComment: 'Your comment on line {number}',
  whole: 'On the whole script',
  commentOnWhole: 'Comment on the whole script',
  yourCommentOnWhole: 'Your comment on the whole script',
  send: 'Send',
  cancel: 'Cancel',
  sent: 'Your comment was sent.',
});

import { defineMessages } from './message.ts';

/** The page of a review link, for people without an account. */
export const reviewPageMessages = defineMessages('reviewPage', {
  title: 'Review',
  untitled: 'Untitled narration',
  noLink: 'This page opens with a review link. Ask the person who wrote the script for one.',
  loading: 'Loading the script…',
  sharedBy: '{name} shares this script with you until {date}.',
  shared: 'This script is shared with you until {date}.',
  hint: 'You always see its current state. Its author sees your comments, and so does everybody who has this link.',
  hintTogether:
    'You always see its current state. Its author sees your comments, and so do the other reviewers.',
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

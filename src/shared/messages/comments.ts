import { defineMessages } from './message.ts';

/** Comments of reviewers, as reviewers and authors see them. */
export const commentMessages = defineMessages('comments', {
  byAndWhen: '{author}, {date}',
  owner: 'Author of the script',
  guest: 'Guest',
  guestVia: 'Guest, by the link “{name}”',
  resolved: 'Resolved',

  // In the editor.
  list: 'Comments',
  none: 'No comments yet. Share the script to get some.',
  onLine: 'On “{text}”',
  onGone: 'On a line that is gone',
  resolve: 'Resolve',
  resolveThis: 'Resolve the comment of {author}',
  reopen: 'Reopen',
  reopenThis: 'Reopen the comment of {author}',
  remove: 'Delete',
  removeThis: 'Delete the comment of {author}',
  resolvedCount: { one: '1 resolved comment', other: '{count} resolved comments' },
  changed: {
    one: '1 open comment from reviewers.',
    other: '{count} open comments from reviewers.',
  },
});

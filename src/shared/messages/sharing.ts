import { defineMessages } from './message.ts';

/** How the author of a script shares it for review. */
export const sharingMessages = defineMessages('sharing', {
  share: 'Share',
  title: 'Share for review',
  reason:
    'Whoever has the link sees the current text and times of this script, and can comment without an account. They do not see your prompt, your transcript or your video.',
  signIn: 'Review links need an account. Your narration comes with you when you sign in.',
  signInNow: 'Sign in',
  saveFirst: 'Reviewers see what is saved to your account. Save your narrations there first.',
  saveNow: 'Save to my account',
  wait: 'Saving this narration to your account…',
  version: 'Version: {name}',
  name: 'Name',
  nameHint: 'For you, such as who gets the link. Reviewers do not see it.',
  days: 'Valid for',
  pictures: 'Show small pictures of the scenes',
  picturesDetail:
    'One for each line, of at most 8 kB and up to {limit}. They are stored on this server until the link ends.',
  showsOthers: 'Reviewers see each other’s comments',
  showsOthersDetail:
    'Shared by all links of this script that have this option. Without it, reviewers see only comments made through their own link, and yours there. You always see all comments.',
  create: 'Create link',
  takingPictures: 'Taking pictures: {done} of {count}',
  link: 'Review link',
  linkOnce: 'Copy it now. It is shown only once.',
  copy: 'Copy link',
  copied: 'Link copied.',
  copyRefused: 'The browser did not allow copying. Select the link and copy it.',
  links: 'Links of this project',
  until: 'Valid until {date}',
  withPictures: 'with pictures',
  together: 'reviewers see each other’s comments',
  revoke: 'Revoke',
  revokeThis: 'Revoke the link “{name}”',
  revoked: 'The link “{name}” is revoked.',
});

import { defineMessages } from './message.ts';

/** How the author of a script shares it for review. */
export const sharingMessages = defineMessages('sharing', {
  share: 'Share',
  title: 'Share for review',
  reason:
    'Anyone with the link can read the current script and comment on it without an account. They cannot see your prompt, transcript or video.',
  signIn: 'Review links need an account. Your narration comes with you when you sign in.',
  signInNow: 'Sign in',
  saveFirst: 'Reviewers see what is saved to your account. Save your narrations there first.',
  saveNow: 'Save to my account',
  wait: 'Saving this narration to your account…',
  version: 'Version: {name}',
  name: 'Name',
  nameHint: 'For your own reference, such as who gets the link. Reviewers do not see it.',
  days: 'Valid for',
  pictures: 'Show small pictures of the scenes',
  picturesDetail: 'One per line, up to {limit}. They are stored on this server until the link expires.',
  showsOthers: 'Reviewers see each other’s comments',
  showsOthersDetail:
    'Applies to all links of this script with this option. Without it, reviewers see only the comments made through their own link. You always see all comments.',
  create: 'Create link',
  takingPictures: 'Taking pictures: {done} of {count}',
  link: 'Review link',
  linkOnce: 'Copy it now. It is shown only once.',
  copy: 'Copy link',
  copied: 'Link copied.',
  copyRefused: 'This browser blocks copying. Select the link and copy it yourself.',
  links: 'Review links',
  until: 'Valid until {date}',
  withPictures: 'with pictures',
  together: 'reviewers see each other’s comments',
  revoke: 'Revoke',
  revokeThis: 'Revoke the link “{name}”',
  revoked: 'The link “{name}” is revoked.',
});

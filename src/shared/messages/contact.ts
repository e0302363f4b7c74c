import { defineMessages } from './message.ts';

/** The page `/contact`. */
export const contactMessages = defineMessages('contact', {
  title: 'Contact us',
  intro:
    'Write to the operator of this server. Replies go to the address you enter. You can also ask for the source code.',
  sentThrough: 'Your message is sent through {host}.',
  privacy: 'How we handle your message',
  name: 'Name',
  email: 'Email',
  message: 'Message',
  trap: 'Leave this empty',

  // Specification, to the letter.
  yourName: 'Your Name',
  yourEmail: 'Your Email',
  yourMessage: 'Your Message',
  send: 'Send Message',
  sent: 'Sent!',
});

import { defineMessages } from './message.ts';

/** What the server says about projects of an account. */
export const projectErrors = defineMessages('projectErrors', {
  notFound: 'There is no such project in this account.',
  noVersion: 'There is no such version of this project.',
  changedMeanwhile: 'This project was changed elsewhere. Get it again, and merge your changes.',
  otherId: 'The ID in the address is not that of the project.',
  termsTooLarge: 'The glossary and cast of this project are too large. Delete terms that no line uses.',
  tooLarge: 'This project is larger than {limit}.',
  folderTooLong: 'Enter a folder name of at most {limit} characters.',
  badThumbnail: 'The thumbnail is not a JPEG of at most 20 kB.',
  tooManyProjects:
    'Your plan keeps up to {limit} projects, including those in the trash. Delete some permanently, or keep this one in this browser only.',
  tooManyUnverifiedBytes:
    'Until you verify your email address, your account can keep up to {limit} of projects. Verify it to keep more, or keep this project in this browser only.',
  tooManyBytes:
    'Your plan keeps up to {limit} of projects, including those in the trash. Delete some permanently, or keep this one in this browser only.',
});

import { defineMessages } from './message.ts';

/** Opening a project file. */
export const projectFileMessages = defineMessages('projectFile', {
  tooLarge: 'This file is too large for a project file. The limit is {limit} MB.',
  notProject: 'This is not a project file. Choose a file whose name ends in .benshi.json.',
  newer: 'This project file was made by a newer Benshi. Update Benshi to open it.',
  damaged: 'This project file is damaged: {part} is not valid.',
  tooManyCharacters: 'A narration in this project file is too long. The limit is {limit} characters.',
  tooManyLines: 'A narration in this project file has too many lines. The limit is {limit}.',
});

import { defineMessages } from './message.ts';

/** Opening a project file. */
export const projectFileMessages = defineMessages('projectFile', {
  tooLarge: 'This file is too large for a project file. The limit is {limit} MB.',
  empty: 'This project file is empty. Choose another copy of it.',
  notJson:
    'This project file is cut off or was changed: it is not valid JSON. Choose another copy of it, or export it again.',
  notProject: 'There is no Benshi project in this file. Choose a project file that Benshi saved.',
  newer: 'This project file was made by a newer Benshi. Update Benshi to open it.',
  damaged: 'This project file is damaged: {part} is not valid.',
  tooManyCharacters: 'A narration in this project file is too long. The limit is {limit} characters.',
  tooManyLines: 'A narration in this project file has too many lines. The limit is {limit}.',
});

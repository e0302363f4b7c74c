import { defineMessages } from './message.ts';

/** The versions of a video's narration. Fetched when there is one. */
export const versionsMessages = defineMessages('versions', {
  versions: 'Versions',
  version: 'Version {number}',
  written: 'Version {number}, no audio yet',
  writtenIn: 'Version {number}, written in {language}, no audio yet',
  spoken: 'Version {number}, spoken by {voice}',
  spokenIn: 'Version {number}, spoken by {voice} in {language}',
  deleteAll: 'Delete all versions',
  notKept: 'This browser cannot save your versions. They are lost when you leave this page.',
  deleted: 'Your versions were deleted from this browser.',
  deleteFailed: 'Your versions could not be deleted from this browser. Try again.',

  // The question before they are deleted.
  deleteTitle: 'Delete all versions?',
  deleteQuestion:
    'This deletes the versions of all your videos, their audio and the copy of your video from this browser. They are not stored anywhere else. Your prompt and the script on this page stay.',
  confirmDelete: 'Delete versions',
  keep: 'Keep versions',
});

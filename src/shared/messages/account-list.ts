import { defineMessages } from './message.ts';

/** The list of narrations of a signed-in person, which are on the account as well. Fetched with it. */
export const accountListMessages = defineMessages('accountList', {
  save: 'Save your narrations to your account',
  saveDetail:
    'Texts, times, transcript and settings, so that you can continue elsewhere. Your videos and recordings stay in this browser.',
  thumbnails: 'Include a small picture of each video',
  reason: 'They are stored in this browser, and on your account if you choose to.',
  search: 'Search',
  noMatch: 'No matching narrations',
  show: 'Show',
  all: 'All narrations',
  trash: 'Trash',
  onAccount: 'On your account',
  browserOnly: 'In this browser only',
  folder: 'Folder: {folder}',
  move: 'Move',
  moveThis: 'Move {name} to a folder',
  folderName: 'Folder',
  versions: 'Versions',
  versionsOf: 'Versions of {name}',
  noVersions: 'There are no earlier versions yet.',
  versionBefore: 'As it was until {date}',
  restore: 'Restore',
  restoreVersion: 'Restore the version of {date}',
  restoreThis: 'Restore {name}',
  removeForGood: 'Delete permanently',
  removeForGoodThis: 'Delete {name} permanently',
  emptyTrash: 'The trash is empty. What you delete stays here for {time}.',
  more: 'Only the latest {count} are shown. Search to find the others.',
  removeAllHere:
    'This deletes all your narrations, their audio and the copies of your videos from this browser. Those on your account stay there.',

  // What is said beside the video.
  question: 'Save your narrations to your account?',
  questionDetail:
    'You can then continue in another browser. Your account gets texts, times, transcript and settings, and a small picture of each video, but never the video or its sound.',
  yes: 'Save to my account',
  no: 'Only in this browser',
  notSaved: 'Not saved to your account: {reason}',
});

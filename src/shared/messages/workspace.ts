import { defineMessages } from './message.ts';

/** The workspace around a script: its bar, its tabs and its regions. */
export const workspaceMessages = defineMessages('workspace', {
  bar: 'Narration',
  play: 'Play',
  pause: 'Pause',
  player: 'Player',
  panels: 'Panels',
  brief: 'Brief',
  voices: 'Voices',
  transcript: 'Transcript',
  review: 'Review',

  narrationMenu: 'Narration: {name}',
  allNarrations: 'Your narrations…',
  changeVideo: 'Change video…',
  replaceVideo: 'Replace the video…',
  addVideo: 'Add a video…',
  openScript: 'Open a script, subtitles or a project…',
  saved: 'Saved',
  savedHere: 'Saved in this browser',
  notSaved: 'Not saved',
  savedOffline: 'Offline. Saved in this browser',

  menu: 'Menu',
  listenToVoices: 'Listen to the voices',
  feedback: 'Give feedback…',
  privacy: 'Privacy…',
  shortcuts: 'Keyboard shortcuts',

  scriptActions: 'Actions for the script',
});

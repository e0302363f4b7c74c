import { defineMessages } from './message.ts';

/** The panel that makes the narrated video. Fetched when it is opened. */
export const videoExportMessages = defineMessages('videoExport', {
  narratedVideo: 'Narrated video',
  describedVideo: 'Described video',
  checking: 'Checking the video…',

  sound: 'Sound',
  mixed: 'Narration over the original sound',
  mixedDetail: 'The original sound gets quieter while the narrator speaks.',
  second: 'Two sound tracks',
  secondDetail:
    'The original sound is unchanged. The narration is a second track that viewers can select in their player.',
  voice: 'Narration only',
  voiceDetail: 'The original sound is removed.',

  originalSound: 'Original sound',
  track: 'Track {name}',
  unreadableTrack: 'Track {name} (cannot be decoded here)',
  allTracks: 'All tracks, mixed',
  otherTrack:
    'The description was timed to the gaps in the track that was analysed. With another track, it may overlap speech.',

  originalLevel: 'Original sound level',
  duckedLevel: 'Original sound during narration',
  voiceLevel: 'Narration level',
  unchanged: 'Unchanged',
  slightlyQuieter: 'Slightly quieter ({db} dB)',
  quieter: 'Quieter ({db} dB)',
  muchQuieter: 'Much quieter ({db} dB)',
  farQuieter: 'Far quieter ({db} dB)',
  slightlyLouder: 'Slightly louder ({db} dB)',
  louder: 'Louder ({db} dB)',
  loudness: 'Overall loudness',
  webLoudness: 'Web ({lufs})',
  broadcastLoudness: 'Broadcast ({lufs})',

  previewSound: 'Press Play to hear the video with this sound.',
  previewFirstTrack: 'The preview plays only the first audio track. The saved video uses your choice above.',
  previewNarrationOnly: 'This browser cannot play the video, so only the narration is played.',
  subtitles: 'Include subtitles that viewers can turn on',
  file: '{name}, {duration}, about {size}.',
  staysLocal: 'The picture is copied unchanged. Your video stays on this device.',
  saveVideo: 'Save video',

  // While it is made, and after it.
  making: 'Creating {name}…',
  progressOf: 'Creating {name}',
  progress: '{percent}%',
  progressSeconds: '{percent}%, about {seconds} s left',
  progressMinutes: '{percent}%, about {minutes} min left',
  cancelled: 'Cancelled. No file was saved.',
  saved: 'Saved {name} ({duration}, {size}).',
  outdated: 'This video was made before your last change.',
  saveSubtitles: 'Save subtitles',
  saveDescriptions: 'Save descriptions',

  // Where there is no room for it.
  diskFull:
    'There is not enough space. The video needs about {size}, and the browser has {free} left. Free up disk space, or use the command line.',
  noDisk:
    'This browser window cannot store files on disk, which is common in private windows, and the video (about {size}) is too large for memory. Use another window or browser, or the command line.',
});

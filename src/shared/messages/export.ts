import { defineMessages } from './message.ts';

/** Downloads of a narration: what comes with the first script or recording. */
export const exportMessages = defineMessages('export', {
  download: 'Download Audio',
  export: 'Export',

  // While a file is made, and after it.
  making: 'Creating {name}…',
  progressOf: 'Creating {name}',
  progress: '{percent}%',
  cancelled: 'Cancelled. No file was saved.',
  saved: 'Saved as {name} ({details}).',
  downloaded: 'Saved to your downloads as {name} ({details}).',
  details: '{duration}, {size}',
  outdated: 'The narration has changed since.',

  // Where there is no room for it.
  diskFull:
    'There is not enough space. The file needs about {size}, and the browser has {free} left. Free up disk space and export it again.',
  noDisk:
    'This browser window cannot store files on disk, which is common in private windows, and the file (about {size}) is too large for memory. Use another window or browser.',
});

/** The dialog. Fetched when it is opened. */
export const exportDialogMessages = defineMessages('exportDialog', {
  what: 'What to export',
  save: 'Save file',
  file: '{name}, about {size}.',
  timedFile: '{name}, {duration}, about {size}.',
  format: 'Format',
  options: 'Options',
  music: 'Music…',
  more: 'More formats',
  accessibilityGroup: 'Accessibility',
  editorsGroup: 'Editing and publishing',
  projectGroup: 'Whole project',

  video: 'Video',
  videoFor: 'Your video with the narration, ready to share.',
  publish: 'Page to publish',
  publishFor:
    'A folder for any web server: your video in an accessible player, with captions and transcript.',
  audio: 'Audio',
  audioFor: 'The narration alone.',
  mix: 'Full mix',
  mixFor:
    'The sound of the video mixed with the narration, exactly as long as the video: for YouTube, Open edX, Brightcove and other players that take a second sound track.',
  subtitles: 'Subtitles',
  subtitlesFor: 'The narration as text, for players and video platforms.',
  script: 'Script',
  scriptFor: 'The text, to read or to edit elsewhere.',
  original: 'Subtitles of the original',
  originalFor: 'What is said in the video, in its own language. SDH adds speakers and sounds.',
  transcript: 'Transcript',
  transcriptFor: 'What is said in the video as a text, with times.',
  descriptiveTranscriptFor: 'Speech and description in one text, as WCAG 1.2.1 and 1.2.3 ask for.',
  descriptions: 'Description files',
  descriptionsFor:
    'For players that read descriptions aloud, for studios and broadcasters (DAPT), and a report.',
  descriptionsForNarration: 'For players that read descriptions aloud.',
  editors: 'For editors',
  editorsFor: 'A WAV file for each line and a timeline (OTIO, EDL), for video editing software.',
  project: 'Project file',
  projectFor: 'Everything except video and sound, as a backup or to continue on another computer.',

  languages: 'All languages',
  languagesFor: 'A video with a sound track for each language, or a ZIP with a folder for each.',
  defaultLanguage: 'Default language',
  keepOriginal: 'Add the original sound as another track',
  unspokenSubtitles: {
    one: 'The audio in {languages} is incomplete, so it gets subtitles but no sound.',
    other: 'The audio in {languages} is incomplete, so they get subtitles but no sound.',
  },
  unspokenLeftOut: {
    one: 'The audio in {languages} is incomplete, so it is left out.',
    other: 'The audio in {languages} is incomplete, so they are left out.',
  },

  needsScript: 'Write a script first.',
  needsAudio: 'Generate audio first.',
  needsVideo: 'Choose a video first.',
  needsNoPauses:
    'The video pauses for this description, so a full mix would be longer than the video. Save the video instead.',
  needsTimes: 'The times of the sentences are unknown. Generate audio again.',

  copyScript: 'Copy script',
  copied: 'Copied.',
  copyRefused: 'This browser blocks copying. Select the script and copy it yourself.',

  checking: 'Checking the video…',
  sound: 'Sound',
  mixed: 'Narration over the original sound',
  mixedDetail: 'The original sound gets quieter while the narrator speaks.',
  second: 'Two sound tracks',
  secondDetail:
    'The original sound is unchanged. The narration is a second track that viewers can select in their player.',
  secondOverDetail:
    'The original sound is unchanged. In a second track, which viewers can select in their player, the subtitles are read over it.',
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

  previewSound: 'Play the video with this sound.',
  previewFirstTrack: 'The preview plays only the first audio track. The saved video uses your choice above.',
  previewNarrationOnly: 'This browser cannot play the video, so only the narration is played.',
  playPreview: 'Play preview',
  pausePreview: 'Pause preview',
  saveSubtitles: 'Save subtitles',
  saveDescriptions: 'Save descriptions',
  includeSubtitles: 'Include subtitles that viewers can turn on',
  staysLocal: 'The picture is copied unchanged. Your video stays on this device.',
});

/** Of the formats that a person chooses from. */
export const exportFormatMessages = defineMessages('exportFormat', {
  mp4: 'MP4',
  webm: 'WebM',
  mkv: 'Matroska',
  mp3: 'MP3',
  wav: 'WAV',
  mixMp3: 'MP3',
  mixWav: 'WAV',
  srt: 'SRT',
  vtt: 'WebVTT',
  script: 'Plain text',
  timedScript: 'Text with times',
  dapt: 'DAPT',
  daptSound: 'DAPT with sound (ZIP)',
  descriptions: 'WebVTT',
  report: 'Report (text)',
  reportPage: 'Report (HTML)',
  publish: 'ZIP',
  editors: 'ZIP',
  project: 'JSON',
  languagesVideo: 'One video',
  languagesVideos: 'ZIP of videos',
  languagesSounds: 'ZIP of MP3 files',
  saidSrt: 'SRT',
  saidVtt: 'WebVTT',
  sdhSrt: 'SRT (SDH)',
  sdhVtt: 'WebVTT (SDH)',
  saidText: 'Plain text',
  saidMarkdown: 'Markdown',
});

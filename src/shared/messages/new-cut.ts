import { defineMessages } from './message.ts';

/** The video of a narration is replaced: the questions, and what becomes of the lines. */
export const newCutMessages = defineMessages('newCut', {
  // Another video was chosen for a narration with a text.
  anotherVideo: 'Another video',
  anotherVideoQuestion:
    'Replace the video with “{name}”: lines move to where their scenes are now. Or start a new narration; this one stays in “Your narrations”.',
  anotherVideoKept:
    'Replace the video with “{name}”: lines move to where their scenes are now. Or open the narration of “{name}”; this one stays in “Your narrations”.',
  replace: 'Replace the video',
  newNarration: 'New narration',
  openNarration: 'Open its narration',
  cancel: 'Cancel',

  sameContent: '“{name}” has the same content, so the narration fits as it is.',

  different: 'A different video?',
  differentReason:
    'This looks like a different video ({percent} % alike). If you use it anyway, all lines keep their times and are marked to be checked.',
  incomparable: 'The videos cannot be compared',
  incomparableReason:
    'The video before lasts {before}, “{name}” lasts {now}. If you use it anyway, all lines keep their times and are marked to be checked.',
  useAnyway: 'Use it anyway',

  // The list of what becomes of the lines.
  title: 'Replace the video',
  reason:
    'What changes with “{name}”. Nothing is changed until you apply it, and one Undo takes all of it back.',
  moved: { one: '{count} line moves', other: '{count} lines move' },
  gone: { one: '{count} line is no longer in the video', other: '{count} lines are no longer in the video' },
  toCheck: { one: '{count} line to check', other: '{count} lines to check' },
  newTime: '{duration} is new',
  nothing: 'No line changes.',
  languages: { one: '× {count} language', other: '× {count} languages' },
  list: 'Changes in the order of the film',
  movedBy: { one: '{count} line moves by {seconds} s', other: '{count} lines move by {seconds} s' },
  isGone: 'No longer in the video',
  isNew: 'New, without lines yet',
  pictureChanged: 'The picture has changed',
  cutShort: 'Part of the scene was cut',
  placeUncertain: 'The place is uncertain',
  isSamePlace: 'Does {now} show what {before} showed?',
  samePlace: 'Yes',
  goneFromHere: 'No longer in the video',
  undecided: 'Not sure: move the lines and mark them to be checked',
  before: 'Before',
  now: 'Now',
  playBefore: 'Play {time} before',
  playNow: 'Play {time} now',
  noVideoBefore: 'The video before is not at hand.',
  apply: 'Apply',
  applied: 'The narration now follows “{name}”. Undo brings back the video before.',
});

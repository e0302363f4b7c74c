import { defineMessages } from './message.ts';

/** The report of an audio description, a text file. */
export const reportMessages = defineMessages('report', {
  title: 'Audio description report',
  standard: 'Type: standard (lines only where nobody speaks)',
  extended: 'Type: extended (the video pauses where a gap is too short)',
  videoLength: 'Length of the video: {time}',
  fullLength: 'Length with the description: {time}',
  gaps: 'Gaps in the speech: {count}, {seconds} s in total',
  noGaps: 'Gaps in the speech: none',
  span: '{start} to {end} ({seconds} s)',
  lines: 'Lines: {count}',
  line: '{span}: {text}',
  fasterLine: '{span}, {percent}% faster: {text}',
  leftOut: 'Left out: {count}',
  leftOutLine: '{time}: {text} ({reason})',
  pauses: 'Pauses of the video: {count}, {seconds} s in total',
  noPauses: 'Pauses of the video: none',
  pause: '{time}: {seconds} s',
  criteria: 'WCAG 2.2 success criteria',
  served: '{criterion}: met, if the lines describe everything that matters. {why}',
  notServed: '{criterion}: not met. {why}',
  prerecorded: '1.2.3 Audio Description or Media Alternative (Prerecorded), level A',
  described: '1.2.5 Audio Description (Prerecorded), level AA',
  extendedDescribed: '1.2.7 Extended Audio Description (Prerecorded), level AAA',
  alternative: '1.2.8 Media Alternative (Prerecorded), level AAA',
  spoken: 'The sound describes what can be seen.',
  spokenInPart: {
    one: 'The sound describes what can be seen. {count} line was left out: check whether the video needs it.',
    other:
      'The sound describes what can be seen. {count} lines were left out: check whether the video needs them.',
  },
  notSpoken: 'No line is spoken.',
  videoPauses: 'The video pauses where the gaps are too short.',
  neverPauses: 'The video never pauses. Use an extended description.',
  textMissing:
    'It requires a text of everything seen and heard. The description does not include the speech.',
  review: 'Confirmed by a person',
  reviewedBy: '{by}, {date}',
  reviewedOn: 'Without a name, {date}',
  notReviewed: 'Nobody has confirmed the lines as they are now.',
  confirmed: 'Confirmed: {statement}',
  toCheck: 'To be checked by a person: {statement}',
  check:
    'Only a person who watches the video can tell whether the description is complete and correct. Check it before you publish.',
});

import { describe, expect, test } from 'vitest';
import type { DescriptionKind } from '../description.ts';
import { descriptionMessages } from '../messages/description.ts';
import { reportMessages } from '../messages/description-report.ts';
import { t } from '../messages/message.ts';
import { planDescription } from '../script/plan-description.ts';
import { writeDescriptionReport } from './description-report.ts';

const gaps = [
  { startSeconds: 0, endSeconds: 8.2 },
  { startSeconds: 20, endSeconds: 24 },
];
const lines = [
  { startSeconds: 0, seconds: 3, text: 'A boy in a red coat\nruns down a hill.' },
  { startSeconds: 20.5, seconds: 3.7, text: 'He stops at a gate.' },
  { startSeconds: 40, seconds: 2, text: 'On the gate: “Keep out”.' },
];

/** With pauses of 0.4 s from 0:39.8 and 0:59.8. */
const speech = [
  { startSeconds: 8.2, endSeconds: 20 },
  { startSeconds: 24, endSeconds: 39.8 },
  { startSeconds: 40.2, endSeconds: 59.8 },
  { startSeconds: 60.2, endSeconds: 90 },
];

const describeAs = (kind: DescriptionKind, spoken = lines) => ({
  kind,
  durationSeconds: 90,
  gaps,
  plan: planDescription(spoken, { kind, gaps, speech, durationSeconds: 90 }),
});
/** For each criterion in the report, whether it is met. */
const readCriteria = (kind: DescriptionKind, spoken = lines) =>
  writeDescriptionReport(describeAs(kind, spoken))
    .split('\n')
    .filter(row => /^ {2}1\.2\./u.test(row))
    .map(row => !row.includes('not met'));

describe('the report of a description', () => {
  test('lists the gaps, the lines, what was left out and why, and the WCAG criteria', () => {
    const report = writeDescriptionReport(describeAs('standard'));
    const rows = [
      t(reportMessages.standard),
      t(reportMessages.videoLength, { time: '1:30' }),
      t(reportMessages.gaps, { count: 2, seconds: '12.2' }),
      '  0:00 to 0:08.2 (8.2 s)',
      '  0:20 to 0:24 (4.0 s)',
      t(reportMessages.lines, { count: 2 }),
      '  0:00 to 0:03 (3.0 s): A boy in a red coat runs down a hill.',
      '  0:20.5 to 0:23.9 (3.4 s), 7% faster: He stops at a gate.',
      t(reportMessages.leftOut, { count: 1 }),
      `  0:40: On the gate: “Keep out”. (${t(descriptionMessages.duringSpeech)})`,
      t(reportMessages.noPauses),
    ];
    expect(report.split('\n').filter(row => rows.includes(row))).toEqual(rows);
    expect(report).toContain(t(reportMessages.spokenInPart, { count: 1 }));
  });

  test('lists pauses in the time of the original, and lines in that of the finished video', () => {
    const report = writeDescriptionReport(
      describeAs('extended', [...lines, { startSeconds: 60, seconds: 2, text: 'He waits.' }]),
    );
    expect(report).toContain(t(reportMessages.fullLength, { time: '1:34.1' }));
    const heading = t(reportMessages.pauses, { count: 2, seconds: '4.1' });
    expect(report).toContain(`${heading}\n  0:40: 2.0 s\n  1:00: 2.0 s\n`);
    expect(report).toContain('  1:02.1 to 1:04.1 (2.0 s): He waits.\n');
  });
});

describe('the WCAG criteria that a description meets', () => {
  test.each<[DescriptionKind, boolean]>([
    ['standard', false],
    ['extended', true],
  ])('%s', (kind, isExtendedMet) => {
    expect(readCriteria(kind)).toEqual([true, true, isExtendedMet, false]);
  });

  test('are none if no line is spoken', () => {
    expect(readCriteria('extended', [])).toEqual([false, false, false, false]);
  });
});

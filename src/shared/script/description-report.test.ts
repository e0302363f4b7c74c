import { describe, expect, test } from 'vitest';
import type { DescriptionKind } from '../description.ts';
import { listServedCriteria, writeDescriptionReport } from './description-report.ts';
import { planDescription } from './plan-description.ts';

const gaps = [
  { startSeconds: 0, endSeconds: 8.2 },
  { startSeconds: 20, endSeconds: 24 },
];
const lines = [
  { startSeconds: 0, seconds: 3, text: 'A boy in a red coat\nruns down a hill.' },
  { startSeconds: 20.5, seconds: 3.7, text: 'He stops at a gate.' },
  { startSeconds: 40, seconds: 2, text: 'On the gate: “Keep out”.' },
];

const describeAs = (kind: DescriptionKind, spoken = lines) => ({
  kind,
  durationSeconds: 90,
  gaps,
  plan: planDescription(spoken, { kind, gaps, durationSeconds: 90 }),
});
const served = (kind: DescriptionKind, spoken = lines) =>
  listServedCriteria(describeAs(kind, spoken)).map(({ number, isServed }) => [number, isServed]);

describe('the report of a description', () => {
  test('tells the gaps, the lines, what was left out and why, and what of WCAG is served', () => {
    expect(writeDescriptionReport(describeAs('standard'))).toBe(
      [
        'Audio description: report',
        '',
        'Kind: standard (lines only where nobody speaks)',
        'Length of the video: 1:30',
        'Length with the description: 1:30',
        '',
        'Gaps in the speech: 2, 12.2 s altogether',
        '  0:00 to 0:08.2 (8.2 s)',
        '  0:20 to 0:24 (4.0 s)',
        '',
        'Lines: 2',
        '  0:00 to 0:03 (3.0 s): A boy in a red coat runs down a hill.',
        '  0:20.5 to 0:23.9 (3.4 s), 7 % faster: He stops at a gate.',
        '',
        'Left out: 1',
        '  0:40: On the gate: “Keep out”. (It begins while somebody speaks.)',
        '',
        'Pauses of the picture: 0',
        '',
        'Success criteria of WCAG 2.2',
        '  1.2.3 Audio Description or Media Alternative (Prerecorded), level A: served, if the lines tell all that matters. What is seen is described in the sound. A line was left out; see whether the video needs it.',
        '  1.2.5 Audio Description (Prerecorded), level AA: served, if the lines tell all that matters. What is seen is described in the sound. A line was left out; see whether the video needs it.',
        '  1.2.7 Extended Audio Description (Prerecorded), level AAA: not served. The picture never stands still; an extended description would serve it.',
        '  1.2.8 Media Alternative (Prerecorded), level AAA: not served. It asks for a text of all that is seen and heard; the text of the description has nothing of what people say.',
        '',
        'Whether all that matters is described, and rightly, only a person can say who watches the video: please check it before you publish.',
        '',
      ].join('\n'),
    );
  });

  test('tells where the picture stands still, in the time of the original, and lines in that of the finished video', () => {
    const report = writeDescriptionReport(
      describeAs('extended', [...lines, { startSeconds: 60, seconds: 2, text: 'He waits.' }]),
    );
    expect(report).toContain('Length with the description: 1:34.1\n');
    expect(report).toContain('Pauses of the picture: 2, 4.1 s altogether\n  0:40: 2.0 s\n  1:00: 2.0 s\n');
    expect(report).toContain('  1:02.1 to 1:04.1 (2.0 s): He waits.\n');
  });
});

describe('what of WCAG a description serves', () => {
  test.each<[DescriptionKind, boolean]>([
    ['standard', false],
    ['extended', true],
  ])('%s', (kind, isExtendedServed) => {
    expect(served(kind)).toEqual([
      ['1.2.3', true],
      ['1.2.5', true],
      ['1.2.7', isExtendedServed],
      ['1.2.8', false],
    ]);
  });

  test('is nothing where no line is spoken', () => {
    expect(served('extended', []).map(([, isServed]) => isServed)).toEqual([false, false, false, false]);
  });
});

import { describe, expect, test } from 'vitest';
import type { DescriptionKind } from '../description.ts';
import { descriptionMessages } from '../messages/description.ts';
import { reportMessages } from '../messages/description-report.ts';
import { t } from '../messages/message.ts';
import { untoldMessages } from '../messages/untold.ts';
import { planDescription } from '../script/plan-lines.ts';
import { listReportSections, writeDescriptionReport } from './description-report.ts';

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
      t(reportMessages.notTold, { count: 1 }),
      `  0:40: On the gate: “Keep out”. (${t(descriptionMessages.duringSpeech)})`,
      t(reportMessages.emptyGaps, { count: 0 }),
      t(reportMessages.noPauses),
    ];
    expect(report.split('\n').filter(row => rows.includes(row))).toEqual(rows);
  });

  test('has the times of the original, and beside lines those of the described video where they differ', () => {
    const report = writeDescriptionReport(
      describeAs('extended', [...lines, { startSeconds: 60, seconds: 2, text: 'He waits.' }]),
    );
    expect(report).toContain(t(reportMessages.fullLength, { time: '1:34.1' }));
    const heading = t(reportMessages.pauses, { count: 2, seconds: '4.1' });
    expect(report).toContain(`${heading}\n  0:40: 2.0 s\n  1:00: 2.0 s\n`);
    expect(report).toContain('  0:40 to 0:40 (2.0 s; 0:40 to 0:42 in the described video): On the gate');
    expect(report).toContain('  1:00 to 1:00 (2.0 s; 1:02.1 to 1:04.1 in the described video): He waits.\n');
    expect(report).toContain('  0:00 to 0:03 (3.0 s): A boy');
    expect(report).toContain(t(reportMessages.clocks));
    expect(writeDescriptionReport(describeAs('standard'))).not.toContain(t(reportMessages.clocks));
  });
});

describe('what is not told', () => {
  const described = describeAs('standard');
  const observations = [
    {
      id: 'seen',
      kind: 'picture',
      source: { provider: 'the offline engine' },
      momentsMs: [2000, 12_000, 70_000],
      text: '0:02.0 | text: "Keep out" 93 %\n0:12.0 | text: "Night Harbour" 96 %\n1:10.0 | text: "The End" 97 %',
    },
  ] as const;
  const untold = [
    {
      startMs: 12_000,
      kind: 'print',
      what: 'The title “Night Harbour”',
      reason: 'The writer left it out: no room.',
    },
    { startMs: 70_000, kind: 'print', what: 'The end', reason: 'There is no room for it.' },
  ] as const;
  const findRows = (heading: string, more = {}) =>
    listReportSections({ ...described, observations, untold, ...more })
      .find(section => section.heading === heading)
      ?.rows.map(({ text }) => text);

  test('is listed with its time and reason: what the writer says, print that no line reads, and lines without a place', () => {
    expect(findRows(t(reportMessages.notTold, { count: 4 }))).toEqual([
      `0:02: Keep out (${t(untoldMessages.unread)})`,
      '0:12: The title “Night Harbour” (The writer left it out: no room.)',
      `0:40: On the gate: “Keep out”. (${t(descriptionMessages.duringSpeech)})`,
      '1:10: The end (There is no room for it.)',
    ]);
  });

  test('is no longer listed once a line reads it', () => {
    const read = {
      startSeconds: 12,
      endSeconds: 14,
      speed: 1,
      line: { startSeconds: 12, seconds: 2, text: 'Words: Night Harbour.' },
    };
    const plan = { ...described.plan, lines: [...described.plan.lines, read] };
    expect(findRows(t(reportMessages.notTold, { count: 3 }), { plan })).not.toContain(
      expect.stringContaining('Night Harbour'),
    );
  });

  test('may be a gap, with the reason', () => {
    const empty = { ...describeAs('standard', []), observations, untold: [] };
    const sections = listReportSections({ ...empty, gaps: [...gaps, { startSeconds: 80, endSeconds: 90 }] });
    expect(
      sections
        .find(({ heading }) => heading === t(reportMessages.emptyGaps, { count: 3 }))
        ?.rows.map(({ text }) => text),
    ).toEqual([
      `0:00 to 0:08.2: ${t(untoldMessages.gapTooFull)}`,
      `0:20 to 0:24: ${t(untoldMessages.gapUnseen)}`,
      `1:20 to 1:30: ${t(untoldMessages.gapUnseen)}`,
    ]);
  });
});

describe('the WCAG criteria', () => {
  test('are never claimed: a person judges them by what is counted', () => {
    const report = writeDescriptionReport(describeAs('extended'));
    expect(report).toContain(
      `${t(reportMessages.described)}: ${t(reportMessages.spoken, { count: 3 })} ${t(reportMessages.notToldCount, { count: 0 })}`,
    );
    expect(report).toContain(
      `${t(reportMessages.extendedDescribed)}: ${t(reportMessages.videoPauses, { count: 1 })}`,
    );
    expect(report).not.toMatch(/\bmet\b/u);
    expect(writeDescriptionReport(describeAs('standard', []))).toContain(t(reportMessages.neverPauses));
  });
});

test('findings of the checks are counted and listed with the names of their rules', () => {
  const check = {
    rule: 'no-we',
    level: 'warning',
    lineId: 'line',
    startMs: 2000,
    message: '“We” …',
    wish: '',
  } as const;
  const checks = [
    { ...check, isAccepted: false },
    { ...check, startMs: 20_500, isAccepted: true },
  ];
  const section = listReportSections({ ...describeAs('standard'), checks }).find(
    ({ heading }) => heading === t(reportMessages.checks, { open: 1, accepted: 1 }),
  );
  expect(section?.rows).toMatchObject([
    { text: '0:02, No “we” or “you”: “We” …', lineId: 'line', startSeconds: 2 },
    { text: '0:20.5, No “we” or “you”: “We” … Accepted by a person.', startSeconds: 20.5 },
  ]);
});

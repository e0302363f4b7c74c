import { describe, expect, test } from 'vitest';
import { createOfflineScript } from '#engines/offline/script.ts';
import { writeDescription, writeTimedScript } from '#narration/write-script.ts';
import type { DescriptionDetail } from '#shared/description.ts';
import { t } from '#shared/messages/message.ts';
import { untoldMessages } from '#shared/messages/untold.ts';
import type { DescriptionRequest } from '#shared/script/gaps.ts';
import { printWritten } from '../support/print-written.ts';

const never = new AbortController().signal;

/** @param rows of an analysis, each with the time of its picture */
async function describeOffline(
  rows: readonly string[],
  gaps: readonly (readonly [number, number])[],
  detail: DescriptionDetail = 'standard',
) {
  const request: DescriptionRequest = {
    kind: 'standard',
    gaps: gaps.map(([startSeconds, endSeconds]) => ({ startSeconds, endSeconds })),
    detail,
  };
  const steps = await Array.fromAsync(
    writeDescription(createOfflineScript(), toRequest(rows), request, never),
  );
  const last = printWritten(steps.at(-1));
  if (!last || !('script' in last)) throw new Error('Nothing was written.');
  return { script: last.script, untold: last.untold ?? [] };
}

function toRequest(rows: readonly string[]) {
  const cuePoints = rows.map(row => Number(row.slice(2, 6)));
  return {
    analysis: rows.join('\n'),
    cuePoints,
    prompt: 'x',
    language: 'English',
    durationSeconds: 60,
  } as const;
}

const title = '0:16.0 | text: "Night Harbour" 96 %';

describe('a title that is read at 96 %', () => {
  test('during speech, long after a gap, is read in the free gap after it', async () => {
    const { script, untold } = await describeOffline(
      ['0:02.0 | things: dog 90 %', title],
      [
        [0, 8],
        [20, 30],
      ],
    );
    expect(script).toMatch(/^\[0:02\] .*dog.*\n\[0:20\] .*“Night Harbour”/u);
    expect(untold).toEqual([]);
  });

  test('during speech, far from any gap, is listed with the reason', async () => {
    const { script, untold } = await describeOffline(['0:02.0 | things: dog 90 %', title], [[0, 8]]);
    expect(script).not.toContain('Harbour');
    expect(untold).toEqual([
      { startSeconds: 16, kind: 'print', what: 'Night Harbour', reason: t(untoldMessages.noMoment) },
    ]);
  });

  test('that needs more words than the gap has is listed with the reason', async () => {
    const long = 'The Harbour at Night, a Film by Ada Lovelace and Charles Babbage';
    const { script, untold } = await describeOffline(
      ['0:02.0 | things: dog 90 %', `0:21.0 | text: "${long}" 96 %`],
      [
        [0, 8],
        [20, 23.5],
      ],
    );
    expect(script).not.toContain('Babbage');
    expect(untold).toMatchObject([
      { startSeconds: 21, kind: 'print', reason: 'The writer left it out: no room.' },
    ]);
    expect(untold[0]?.what).toContain(long);
  });

  test('shortly after another picture is read with that one', async () => {
    const { script, untold } = await describeOffline(['0:14.0 | things: dog 90 %', title], [[10, 24]]);
    expect(script).toMatch(/“Night Harbour”/u);
    expect(untold).toEqual([]);
  });

  test('below other lines is read, too, where there is room', async () => {
    const rows = [
      '0:02.0 | text: "Spring sale" 96 %; "Only today" 95 %',
      '0:22.0 | text: "Summer sale" 96 %',
    ];
    const { script, untold } = await describeOffline(rows, [
      [0, 12],
      [20, 30],
    ]);
    expect(script).toContain('Only today');
    expect(untold).toEqual([]);
  });

  test('is counted in a narration, too', async () => {
    const rows = ['0:02.0 | text: "Spring sale" 96 %', '0:58.5 | text: "Night Harbour" 96 %'];
    const steps = await Array.fromAsync(writeTimedScript(createOfflineScript(), toRequest(rows), never));
    expect(printWritten(steps.at(-1))).toMatchObject({
      untold: [{ startSeconds: 58.5, what: 'Night Harbour' }],
    });
  });
});

test('a thing that came and went while people speak is listed', async () => {
  const rows = ['0:02.0 | things: cat 90 %', '0:15.0 | things: dog 90 %', '0:25.0 | text: "Spring" 96 %'];
  const { untold } = await describeOffline(rows, [
    [0, 8],
    [24, 30],
  ]);
  expect(untold).toMatchObject([
    { startSeconds: 15, kind: 'seen', reason: 'The writer left it out: no moment.' },
  ]);
  expect(untold[0]?.what).toMatch(/dog/u);
});

test('a brief description says less than a rich one, and still reads what is on the screen', async () => {
  const rows = [
    '0:02.0 | text: "Spring sale at the harbour" 96 % | things: dog 90 %; cat 80 %',
    '0:12.0 | scene: new | things: boat 90 %',
  ];
  const count = (script: string) => script.split(' ').length;
  const [brief, rich] = await Promise.all(
    (['brief', 'rich'] as const).map(detail => describeOffline(rows, [[0, 25]], detail)),
  );
  expect(brief?.script).toContain('Spring sale at the harbour');
  expect(count(brief?.script ?? '')).toBeLessThan(count(rich?.script ?? ''));
});

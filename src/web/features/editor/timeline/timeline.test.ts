import { expect, test } from 'vitest';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import { createLine } from '#shared/narration/project.ts';
import { findExcessSeconds, type LineState } from '../model/line-states.ts';
import { describeSpeech } from './timeline.tsx';
import { describeBlock } from './timeline-blocks.tsx';

const makeState = (given: Partial<LineState> = {}): LineState => ({
  line: createLine({ text: 'The fox looks up.' }),
  index: 2,
  startSeconds: 12.5,
  needSeconds: 4.1,
  availableSeconds: 5,
  pace: 1,
  pauseBeforeSeconds: 0,
  pauseAfterSeconds: 0,
  isSpoken: true,
  sound: undefined,
  fits: undefined,
  problem: undefined,
  ...given,
});
const lineAt = (number: number) => t(timelineMessages.lineAt, { number, time: '0:12.5' });
const { need, needEstimate, tooLong } = lineEditorMessages;
const { speech: speechIn, gaps, noGaps, noSpeech, locked } = timelineMessages;

test('a line has its number, its time, and what it needs of its available duration', () => {
  const needText = t(need, { need: '4.1', available: '5.0' });
  expect(describeBlock(makeState())).toBe(`${lineAt(3)}, ${needText}`);
});

test('an estimate is named as such', () => {
  const needText = t(needEstimate, { need: '4.1', available: '5.0' });
  expect(describeBlock(makeState({ isSpoken: false }))).toBe(`${lineAt(3)}, ${needText}`);
});

test('a line that is too long says by how much, and a locked one that it is locked', () => {
  const line = createLine({ text: 'The fox looks up.', isLocked: true });
  const facts = [
    lineAt(1),
    t(need, { need: '4.6', available: '3.3' }),
    t(tooLong, { seconds: '0.8 s' }),
    t(locked),
  ];
  const long = makeState({ line, index: 0, needSeconds: 4.6, availableSeconds: 3.25 });
  expect(describeBlock(long)).toBe(facts.join(', '));
});

test('a line that fits when it is spoken slightly faster is not too long', () => {
  expect(findExcessSeconds(4.6, 4.06)).toBe(0);
  // With no pause at all before the next line, two would be one.
  expect(findExcessSeconds(4.6, 4)).toBe(0.1);
});

test('speech comes with the gaps that a line fits into', () => {
  const speech = [
    { startSeconds: 4, endSeconds: 64 },
    { startSeconds: 65, endSeconds: 255 },
    { startSeconds: 300, endSeconds: 300.1 },
  ];
  const facts = [t(speechIn, { spoken: '4:10', total: '10:00' }), t(gaps, { count: 2 })];
  expect(describeSpeech(speech, 600)).toBe(facts.join(' · '));
});

test('no gap and no speech are named, too', () => {
  expect(describeSpeech([{ startSeconds: 0, endSeconds: 59 }], 60)).toContain(t(noGaps));
  expect(describeSpeech([], 60)).toBe(t(noSpeech));
});

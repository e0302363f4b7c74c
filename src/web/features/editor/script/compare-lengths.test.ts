import { expect, test } from 'vitest';
import { t } from '#shared/messages/message.ts';
import { playerMessages } from '#shared/messages/player.ts';
import { compareLengths } from './compare-lengths.ts';

const same = t(playerMessages.sameLength);
const shorter = (difference: string) => t(playerMessages.shorter, { difference });
const longer = (difference: string) => t(playerMessages.longer, { difference });

test.each([
  [46, 60, 'short', shorter('14 s')],
  [78, 60, 'long', longer('18 s')],
  [60.9, 60, 'fits', same],
  [59.1, 60, 'fits', same],
  [61.3, 60, 'long', longer('1 s')],
  // 2 % of ten minutes are twelve seconds.
  [589, 600, 'fits', same],
  [587, 600, 'short', shorter('13 s')],
  [725, 600, 'long', longer('2 min 5 s')],
  [480, 600, 'short', shorter('2 min')],
  [3, 0.4, 'long', longer('3 s')],
] as const)('a recording of %d s for a video of %d s: %s, %s', (spoken, video, kind, sentence) => {
  expect(compareLengths(spoken, video)).toEqual({ kind, sentence });
});

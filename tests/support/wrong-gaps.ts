import { t } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
/** The server's errors for wrong gaps, in every call. */
export const wrongGaps: readonly (readonly [string, unknown, string])[] = [
  [
    'in descending order',
    [
      [20, 30],
      [0, 10],
    ],
    t(narrationErrors.gapsNotInOrder),
  ],
  [
    'that overlap',
    [
      [0, 10],
      [9, 30],
    ],
    t(narrationErrors.gapsNotInOrder),
  ],
  ['before the start', [[-1, 10]], t(narrationErrors.gapBeforeStart)],
  ['that end before they begin', [[10, 9]], t(narrationErrors.gapWithoutLength)],
  ['that are no numbers', [['0', 'ten']], t(narrationErrors.notGaps)],
  ['without an end', [[1]], t(narrationErrors.notGaps)],
  ['that are no list', { start: 0 }, t(narrationErrors.notGaps)],
  [
    'of which there are too many',
    Array.from({ length: 2001 }, (_, at) => [at * 4, at * 4 + 3]),
    t(narrationErrors.tooManyGaps, { limit: 2000 }),
  ],
];

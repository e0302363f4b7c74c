/** What the server answers to wrong gaps, wherever they are sent. */
export const wrongGaps: readonly (readonly [string, unknown, string])[] = [
  [
    'that go back',
    [
      [20, 30],
      [0, 10],
    ],
    'The gaps must be in the order of their times, and none may begin in another.',
  ],
  [
    'that overlap',
    [
      [0, 10],
      [9, 30],
    ],
    'The gaps must be in the order of their times, and none may begin in another.',
  ],
  ['before the start', [[-1, 10]], 'A gap cannot begin before the start of its video.'],
  ['that end before they begin', [[10, 9]], 'A gap must end after it begins.'],
  ['that are no numbers', [['0', 'ten']], 'The gaps must be pairs of seconds, [[start, end], …].'],
  ['without an end', [[1]], 'The gaps must be pairs of seconds, [[start, end], …].'],
  ['that are no list', { start: 0 }, 'The gaps must be pairs of seconds, [[start, end], …].'],
  [
    'of which there are too many',
    Array.from({ length: 2001 }, (_, at) => [at * 4, at * 4 + 3]),
    'At most 2,000 gaps are taken.',
  ],
];

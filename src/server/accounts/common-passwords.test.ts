import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each(['password', 'Password1', '12345678', 'qwertyuiop', 'iloveyou', 'TRUSTNO1'])(
  '%s is among the first that are guessed',
  password => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

test.each(['correct horse battery staple', 'Zw9!kLp2', 'ein Lied vom Fluss am Abend'])(
  '%s is not',
  password => {
    expect(isCommonPassword(password)).toBe(false);
  },
);

import { expect, test } from 'vitest';
import { mailedLinkSeconds, verificationLinkSeconds } from '#shared/limits.ts';
import { defaultAccountLimits, getLockedSeconds } from '../accounts/account-limits.ts';
import { composeLockoutMail, composeResetMail, composeVerificationMail } from './mail-texts.ts';

const url = 'https://narrate.example.org/reset?token=abc';

test('mails say how long their links hold, as long as they do', () => {
  expect([mailedLinkSeconds, verificationLinkSeconds]).toEqual([3600, 86_400]);
  expect(composeResetMail(url).body).toContain('Choose it here, within one hour:\n');
  expect(composeVerificationMail(url).body).toContain(
    'Confirm that it is yours, within one day, in the browser\n',
  );
});

test.each([true, false])(
  'the mail about wrong passwords says how long none is taken: %s',
  asksForPassword => {
    const lockedSeconds = getLockedSeconds(defaultAccountLimits);
    const { body } = composeLockoutMail({ url, asksForPassword, lockedSeconds });
    expect(body).toContain('For at most a quarter of an hour we take\nno password for it any more');
    expect(body).toContain('within one hour');
    expect(composeLockoutMail({ url, asksForPassword, lockedSeconds: 1800 }).body).toContain(
      'at most 30 minutes',
    );
  },
);

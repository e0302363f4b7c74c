import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultAccountLimits } from '#server/accounts/account-limits.ts';
import { spellCount } from '#shared/spell-count.ts';

/** Level 1 of OWASP ASVS 5.0.0: of each section the numbers of its requirements. */
const levelOne: Readonly<Record<string, readonly number[]>> = {
  '1.2': [1, 2, 3, 4, 5],
  '1.3': [1, 2],
  '1.5': [1],
  '2.1': [1],
  '2.2': [1, 2],
  '2.3': [1],
  '3.2': [1, 2],
  '3.3': [1],
  '3.4': [1, 2],
  '3.5': [1, 2, 3],
  '4.1': [1],
  '4.4': [1],
  '5.2': [1, 2],
  '5.3': [1, 2],
  '6.1': [1],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8],
  '6.3': [1, 2],
  '6.4': [1, 2],
  '7.2': [1, 2, 3, 4],
  '7.4': [1, 2],
  '8.1': [1],
  '8.2': [1, 2],
  '8.3': [1],
  '9.1': [1, 2, 3],
  '9.2': [1],
  '10.4': [1, 2, 3, 4, 5],
  '11.3': [1, 2],
  '11.4': [1],
  '12.1': [1],
  '12.2': [1, 2],
  '13.4': [1],
  '14.2': [1],
  '14.3': [1],
  '15.1': [1],
  '15.2': [1],
  '15.3': [1],
};
const numbers = Object.entries(levelOne).flatMap(([section, each]) => each.map(last => `${section}.${last}`));

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const page = read('docs/security.md');
const rows = [...page.matchAll(/^\| (\d+(?:\.\d+)+) \| (.*) \| (.*) \| (.*) \|$/gmu)].map(
  ([, number = '', asks = '', state = '', why = '']) => ({ number, asks, state, why }),
);

/** Every file of tests that there is, by its name. */
const testFiles = new Set(
  ['tests', 'src'].flatMap(folder =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .map(path => path.replace(/^.*[/\\]/u, ''))
      .filter(name => /\.(?:test|spec)\.tsx?$/u.test(name)),
  ),
);
const findTests = (text: string) =>
  [...text.matchAll(/`([\w-]+\.(?:test|spec)\.tsx?)`/gu)].map(([, name = '']) => name);

test('each requirement of level 1 is a row of docs/security.md, once and in order', () => {
  expect(numbers).toHaveLength(70);
  expect(rows.map(({ number }) => number)).toEqual(numbers);
});

test('each row says what is asked for, how it stands, and why', () => {
  for (const { number, asks, state, why } of rows) {
    expect([number, state]).toEqual([number, expect.stringMatching(/^(?:holds|does not apply|open)$/u)]);
    expect([number, asks.length > 10 && why.length > 10]).toEqual([number, true]);
  }
});

test('each test that docs/security.md names is there', () => {
  expect(testFiles.size).toBeGreaterThan(300);
  expect(findTests(page).length).toBeGreaterThan(100);
  expect(findTests(page).filter(name => !testFiles.has(name))).toEqual([]);
});

test('a row that holds names a test, or the section of a page where the rules stand', () => {
  const sections = new Set(
    [page, read('SECURITY.md')].flatMap(text => [...text.matchAll(/^## (.*)$/gmu)].map(([, title]) => title)),
  );
  const unproven = rows.filter(({ state, why }) => {
    const [, section] = /^"(.*?)" /u.exec(why) ?? [];
    return state === 'holds' && findTests(why).length === 0 && !(section && sections.has(section));
  });
  expect(unproven).toEqual([]);
});

test('each page that docs/security.md leads to is there', () => {
  const links = [...page.matchAll(/\]\((?!https:)([^)#]*)/gu)].map(([, path = '']) => path).filter(Boolean);
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter(path => !existsSync(new URL(path, new URL('docs/', root))))).toEqual([]);
});

test('the limits on guessing are those that docs/security.md and docs/http-api.md tell', () => {
  const { signInPerPair, signInPerAccount, signInPerAddress, ...others } = defaultAccountLimits;
  expect(page).toContain(
    `In ${signInPerPair.windowSeconds / 60} minutes: ${spellCount(signInPerPair.most)} wrong passwords for an account from an address, ${spellCount(signInPerAccount.most)} from all strangers, ${spell(signInPerAddress.most)} from an address for all accounts.`,
  );
  const registrations = `registrations an hour from an address`;
  const texts = [page, read('docs/http-api.md')].map(text => text.replaceAll(/\s+/gu, ' '));
  for (const text of texts) {
    expect(text.toLowerCase()).toContain(`${spellCount(others.signUpPerAddress.most)} ${registrations}`);
    expect(text).toContain(
      `${spellCount(others.resetMailsPerRecipient.most)} mails for a new password an hour to a recipient`,
    );
  }
});

/** `thirty`, which is the only larger number that is told in words. */
function spell(count: number): string {
  return count === 30 ? 'thirty' : spellCount(count);
}

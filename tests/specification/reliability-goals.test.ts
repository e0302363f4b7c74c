import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const text = readFileSync(new URL('../../docs/reliability.md', import.meta.url), 'utf8');
const rows = text.split('\n').filter(line => /^\| G\d+ \|/u.test(line));
const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

const numbers = Array.from({ length: 22 }, (_, index) => index + 1).filter(number => number !== 14);

test('the table of goals has each of them once, in order', () => {
  expect(rows.map(row => Number(/^\| G(\d+)/u.exec(row)?.[1]))).toEqual(numbers);
});

test.each(rows.map(row => [row.slice(2, 5).trim(), row] as const))(
  '%s names tests or commands that there are, and what was measured',
  (_, row) => {
    const [, , , shownBy = '', measured = ''] = row.split('|');
    const named = [...shownBy.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(0);
    expect(measured.trim()).not.toBe('');
    for (const name of named) {
      const [, command] = /^npm run (\S+)$/u.exec(name) ?? [];
      const exists = command
        ? scripts[command] !== undefined
        : existsSync(new URL(`../${name}`, import.meta.url));
      expect({ name, exists }).toEqual({ name, exists: true });
    }
  },
);

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '../../tests/support/temporary-folder.ts';
import { findRepositoryUrl } from './config-route.ts';

test.each([
  ['https://git.example.org/ada/benshi.git', 'https://git.example.org/ada/benshi'],
  ['http://ada:secret@git.example.org:8080/benshi', 'http://git.example.org:8080/benshi'],
  ['git@git.example.org:ada/benshi.git', 'https://git.example.org/ada/benshi'],
  ['ssh://git@git.example.org:2222/ada/benshi.git', 'https://git.example.org/ada/benshi'],
  ['/home/ada/benshi', undefined],
  ['C:\\benshi', undefined],
])('the source URL of a clone of %s is %s', async (url, address) => {
  await using folder = await makeTemporaryFolder();
  const file = await folder.write(
    'config',
    `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${url}\n\tfetch = +refs/heads/*\n`,
  );
  expect(findRepositoryUrl(file)).toBe(address);
});

test('a folder that is no clone has no repository', () => {
  expect(findRepositoryUrl(join(import.meta.dirname, 'missing'))).toBeUndefined();
});

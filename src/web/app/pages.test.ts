import { matchRoutes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { findPagePath, pagePaths } from '#shared/pages.ts';

/** The router's page for an address. */
function findByRouter(pathname: string): string | undefined {
  const matches = matchRoutes(
    pagePaths.map(path => ({ path })),
    pathname,
  );
  return matches?.[0]?.route.path;
}

describe('server and router match the same page', () => {
  test.each(pagePaths)('%s, in any spelling', path => {
    const spellings = [path, path.toUpperCase(), path.toLowerCase(), `${path}/`, `${path}///`];
    for (const spelling of spellings) {
      expect(findByRouter(spelling)).toBe(path);
      expect(findPagePath(spelling)).toBe(path);
    }
  });

  test.each([
    ['a letter that is encoded', '/log%69n', '/login'],
    ['a capital letter that is encoded', '/%4Cogin', '/login'],
    ['a slash that is encoded', '/login%2F', undefined],
    ['nothing but an encoded slash', '/%2F', undefined],
    ['a kelvin sign for a k', '/sign-in-lin\u212A', undefined],
    ['a dotless i', '/log\u0131n', undefined],
    ['more behind it', '/login/more', undefined],
    ['more around it', '/my-login', undefined],
    ['an empty part before it', '//login', undefined],
    ['a blank behind it', '/login%20', undefined],
  ])('%s: %s', (_, pathname, expected) => {
    expect(findByRouter(pathname)).toBe(expected);
    expect(findPagePath(pathname)).toBe(expected);
  });
});

test('an address that cannot be decoded has no page', () => {
  expect(findPagePath('/login%')).toBeUndefined();
});

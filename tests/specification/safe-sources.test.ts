import { readdirSync, readFileSync } from 'node:fs';
import { DEFAULT_MAX_VERSION, DEFAULT_MIN_VERSION } from 'node:tls';
import { expect, test } from 'vitest';

/**
 * Forbidden patterns in the product's sources, each with an example that it must match. docs/security.md has the
 * requirements.
 */
const rules: Readonly<Record<string, { readonly pattern: RegExp; readonly example: string }>> = {
  'executes a string': {
    pattern: /\beval\s*\(|\bnew Function\b|['"]node:vm['"]|\bset(?:Timeout|Interval)\(\s*['"`]/u,
    example: "new Function('return 1')",
  },
  'inserts HTML into the page': {
    pattern:
      /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment|\bsrcDoc\b/u,
    example: '<p dangerouslySetInnerHTML={{ __html: script }} />',
  },
  'reads XML': {
    // `SaxesParser` expands no entities that a file declares, and the reader of TTML bounds depth and elements.
    pattern: /\bDOMParser\b|(?<!import \{ SaxesParser \} )from ['"][^'"]*(?:xml|saxes|sax)[^'"]*['"]/u,
    example: "import { XMLParser } from 'fast-xml-parser';",
  },
  'builds a query from text': {
    pattern:
      /\bsql\.raw\b|\.unsafe\(|\b(?:query|exec|execute)\(\s*(?:`[^`]*\$\{(?!table\})|['"][^'"]*['"]\s*\+)/u,
    example: "await client.query('select * from users where name = ' + name)",
  },
  'starts a system program': {
    // `fork` runs a file of our own.
    pattern:
      /(?:(?<!import \{ type ChildProcess, fork \} )from |import\(|require\()['"](?:node:)?child_process['"]/u,
    example: "import { exec } from 'node:child_process';",
  },
  'uses weak randomness, hashes or ciphers': {
    pattern:
      /\bMath\.random\b|\bcreateHash\('(?!sha256'\))|\bcreateHmac\('(?!sha256')|\bcreate(?:C|Dec)ipher|\b(?:md5|sha1)\s*\(|\.subtle\b/u,
    example: "createHash('md5')",
  },
  'interferes with pasting': {
    // The text of a script is looked at, and pasted as it is.
    pattern:
      /\bonPaste=\{(?!own\.paste\}|event => onPaste\(event\.clipboardData\.getData\('text\/plain'\)\)\})|addEventListener\(\s*['"]paste['"]/u,
    example: '<input type="password" onPaste={refuse} />',
  },
  'weakens TLS': {
    pattern:
      /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|\b(?:min|max)Version\b|secureProtocol|checkServerIdentity/u,
    example: 'connect({ rejectUnauthorized: false })',
  },
};

const folder = new URL('../../src/', import.meta.url);
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(name => /\.(?:[cm]?[jt]sx?)$/u.test(name) && !/\.test\.tsx?$/u.test(name))
  .map(name => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));

test.each(Object.entries(rules))('no source %s', (_what, { pattern, example }) => {
  expect(example).toMatch(pattern);
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name)).toEqual([]);
});

test('TLS uses only the two recommended versions', () => {
  expect([DEFAULT_MIN_VERSION, DEFAULT_MAX_VERSION]).toEqual(['TLSv1.2', 'TLSv1.3']);
});

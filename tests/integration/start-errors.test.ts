// @module-tag long
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childEnvironment } from '../support/child-environment.ts';
import { copyDatabaseTemplate } from '../support/prepare-database-template.ts';
import { serverCommand, testSecret } from '../support/start-server.ts';
import { testRows } from '../support/test-rows.ts';

const isRoot = process.getuid?.() === 0;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'benshi-test-'));
});
afterAll(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

interface Run {
  readonly environment: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
}

/** The command's stderr and exit code. */
async function run({ environment, command = serverCommand }: Run): Promise<{ code: number; said: string }> {
  const [file = '', ...args] = command;
  const env = { ...childEnvironment, PORT: '0', ...environment };
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [said] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'exit')]);
  return { code: child.exitCode ?? -1, said };
}

/** A data folder with a database that a test may damage. */
function makeDataDir(name: string, spoil: (database: string) => void = () => {}): string {
  const path = join(folder, name);
  copyDatabaseTemplate(path);
  chmodSync(path, 0o700);
  spoil(join(path, 'database'));
  return path;
}

/** Acts like a full disk for every growing file. */
const withoutRoom = ['bash', '-c', 'ulimit -f 2 && exec "$0" "$@"'];

const cases: Record<string, { make(): Run; says: RegExp }> = {
  'a full disk': {
    make: () => ({
      environment: { DATA_DIR: makeDataDir('full') },
      command: [...withoutRoom, ...serverCommand],
    }),
    says: /^There is no disk space left for .*full.*\. .*DATA_DIR/u,
  },
  'a full disk at the first start': {
    make: () => ({
      environment: { DATA_DIR: join(folder, 'new') },
      command: [...withoutRoom, ...serverCommand],
    }),
    says: /^There is no disk space left for .*new.*\. .*DATA_DIR/u,
  },
  'a read-only folder': {
    make: () => {
      // Root may write everywhere but in system folders.
      const path = isRoot ? '/sys' : join(folder, 'read-only');
      if (!isRoot) mkdirSync(path, { mode: 0o500 });
      return { environment: { DATA_DIR: join(path, 'benshi') } };
    },
    says: /benshi(?: is read-only|\. Change its owner).*set DATA_DIR to another folder\.$/u,
  },
  'a file in place of the folder': {
    make: () => {
      const path = join(folder, 'a-file');
      writeFileSync(path, '');
      return { environment: { DATA_DIR: path } };
    },
    says: /a-file is not a folder\. Set DATA_DIR to a folder/u,
  },
  'an address of another machine': {
    // A documentation address, RFC 5737.
    make: () => ({ environment: { DATA_DIR: makeDataDir('host'), HOST: '203.0.113.7' } }),
    says: /^203\.0\.113\.7 is not an address of this machine\. Set HOST/u,
  },
  'a damaged database': {
    make: () => {
      const path = makeDataDir('damaged', database =>
        writeFileSync(join(database, 'global', 'pg_control'), 'x'),
      );
      mkdirSync(join(path, 'backups'), { mode: 0o700 });
      writeFileSync(join(path, 'backups', 'database-2026-01-01T00-00-00-000Z.tar.gz'), '', { mode: 0o600 });
      return { environment: { DATA_DIR: path } };
    },
    says: /damaged\/database is damaged\. Restore the newest backup: npm run restore -- \S*database-2026-01-01T00-00-00-000Z\.tar\.gz$/u,
  },
  'a database that lost files': {
    make: () => ({
      environment: { DATA_DIR: makeDataDir('lost', database => rmSync(join(database, 'PG_VERSION'))) },
    }),
    says: /lost\/database is damaged, and there is no backup in DATA_DIR\./u,
  },
  'a database of a newer version': {
    make: () => ({
      environment: {
        DATA_DIR: makeDataDir('newer', database => writeFileSync(join(database, 'PG_VERSION'), '99\n')),
      },
    }),
    says: /newer\/database was made with Postgres 99, but this version of Benshi uses Postgres 18\. Start the version/u,
  },
  'a database that is away': {
    make: () => onPostgres('away', 'postgres://ada:s3cret@127.0.0.1:1/benshi'),
    says: /^No database responds at 127\.0\.0\.1:1\. Start it, or correct DATABASE_URL\.$/u,
  },
  'a database with an unknown host name': {
    make: () => {
      const { environment } = onPostgres('unknown', 'postgres://ada:s3cret@database.invalid/benshi');
      // A silent name server is given up before the database, so that the name is reported.
      return { environment: { ...environment, RES_OPTIONS: 'timeout:1 attempts:1' } };
    },
    says: /^The host database\.invalid of DATABASE_URL cannot be resolved\. Correct it/u,
  },
};

function onPostgres(name: string, DATABASE_URL: string): Run {
  return { environment: { DATABASE_URL, AUTH_SECRET: testSecret, DATA_DIR: join(folder, name) } };
}

describe.concurrent('a start that fails says what is wrong and what to do', () => {
  testRows(Object.entries(cases), ([name]) => name === 'a full disk' || name === 'a database that is away')(
    '%s',
    async (_name, { make, says }) => {
      const { code, said } = await run(make());
      const [empty, headline, sentence = '', ...rest] = said.trimEnd().split('\n');
      expect({ code, empty, headline, rest }).toEqual({
        code: 1,
        empty: '',
        headline: 'Benshi could not start.',
        rest: [],
      });
      expect(sentence).toMatch(says);
      expect(sentence).not.toMatch(/\[object|s3cret|\bat .*:\d+:\d+/u);
    },
  );
});

describe.concurrent('so do the commands', { tags: 'long' }, () => {
  test.each(['premium', 'restore'])('%s', async name => {
    const program = fileURLToPath(new URL(`../../src/cli/${name}.ts`, import.meta.url));
    const dataDir = makeDataDir(`of-${name}`, database =>
      writeFileSync(join(database, 'global', 'pg_control'), 'x'),
    );
    const [args, says] =
      name === 'premium'
        ? [['list'], /of-premium\/database is damaged, and there is no backup in DATA_DIR\./u]
        : [[join(folder, 'nothing.tar.gz')], /^There is no file .*nothing\.tar\.gz\.$/u];
    const command = [process.execPath, program, ...args];
    const { code, said } = await run({ environment: { DATA_DIR: dataDir }, command });
    expect(code).toBe(1);
    expect(said.trimEnd()).toMatch(says);
    expect(said.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe.concurrent('so do providers that are named for a step', () => {
  testRows(
    [
      [
        'one that is not configured',
        { VISION_PROVIDER: 'gemini' },
        'VISION_PROVIDER is gemini, which is not set up for this. Set its key or its base URL, or leave VISION_PROVIDER out.',
      ],
      [
        'a vision engine whose analysis the offline script engine cannot read',
        { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', VISION_PROVIDER: 'openai', SCRIPT_PROVIDER: 'offline' },
        'SCRIPT_PROVIDER is offline, which writes only from what is seen offline: set VISION_PROVIDER to offline, too.',
      ],
    ],
    (_, index) => index === 0,
  )('%s', async (name, environment, sentence) => {
    const { code, said } = await run({ environment: { DATA_DIR: makeDataDir(name), ...environment } });
    expect(code).toBe(1);
    expect(said).toBe(`\nBenshi could not start.\nThe configuration is not valid:\n  ${sentence}\n`);
  });
});

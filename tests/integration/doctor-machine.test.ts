// @module-tag long
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmdirSync, utimesSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkMemory } from '../../src/cli/doctor/examine-machine.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { examineByName } from '../support/examine-by-name.ts';
import { copyDatabaseTemplate } from '../support/prepare-database-template.ts';
import { createServerProcesses } from '../support/server-processes.ts';
import { sharePostgres } from '../support/share-postgres.ts';
import { startSilentProxy } from '../support/silent-proxy.ts';
import { testSecret } from '../support/start-server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

const command = fileURLToPath(new URL('../../src/cli/doctor.ts', import.meta.url));
const postgres = sharePostgres();
const processes = createServerProcesses();
let folder: TemporaryFolder;
let dataDir: string;

beforeEach(async () => {
  folder = await makeTemporaryFolder();
  dataDir = join(folder.path, 'data');
});
afterEach(async () => {
  await processes.end();
  await folder[Symbol.asyncDispose]();
});
afterAll(() => postgres[Symbol.asyncDispose]());

test('before the first start it creates nothing and reports no error', async () => {
  const { unwell, said } = await examineByName({ DATA_DIR: dataDir, MAX_VIDEO_BYTES: '1000' });
  expect(unwell).toEqual([]);
  expect(said.disk).toMatch(/GB free for DATA_DIR \(\S+data\)\. ok It does not exist yet\./u);
  expect(said.database).toMatch(/ok The first start creates it\.$/u);
  expect(said.mail).toBe(`mail SMTP_URL is not set: mails are written to ${dataDir}/outbox (0 so far).`);
  expect(existsSync(dataDir)).toBe(false);
});

describe('disk', () => {
  test('less space than two of the largest videos is a warning with advice', async () => {
    const { unwell, said } = await examineByName({ DATA_DIR: dataDir, MAX_VIDEO_BYTES: '9000000000000000' });
    expect(said.disk).toMatch(/warning .*two of the largest videos.*18000000\.5 GB.*Free some space/u);
    expect(unwell).toEqual([]);
  });

  test('a full disk is a failure, and the doctor ends with 1', async () => {
    mkdirSync(dataDir, { mode: 0o700 });
    // Acts like a full disk for every growing file.
    const withoutRoom = ['-c', 'ulimit -f 2 && exec "$0" "$@"', process.execPath, command];
    const ended = promisify(execFile)('bash', withoutRoom, {
      env: { ...childEnvironment, DATA_DIR: dataDir },
    });
    await expect(ended).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/failed +There is no disk space left for\s[\s\S]*\nFailed: disk\.\n$/u),
    });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('a folder that others can read is a failure, as at the start', async () => {
    copyDatabaseTemplate(dataDir);
    chmodSync(dataDir, 0o755);
    const { unwell, said } = await examineByName({ DATA_DIR: dataDir });
    expect(said.disk).toMatch(/failed Other users of this machine can read or write .* chmod -R go= /u);
    expect(unwell).toEqual(['disk']);
  });

  test('a file in place of the folder is a failure', async () => {
    const { unwell, said } = await examineByName({ DATA_DIR: await folder.write('data', '') });
    expect(said.disk).toMatch(/failed \S+data is not a folder\. Set DATA_DIR to a folder/u);
    expect(unwell).toContain('disk');
  });
});

describe('memory', () => {
  const machine = { machineBytes: 64e9, limitBytes: undefined, cores: 2 };
  const web = { role: 'web', databaseUrl: 'postgres://database/benshi' } as const;
  const all = { role: 'all', databaseUrl: undefined } as const;

  test.each([
    ['two cores and 2 GB', all, { machineBytes: 2e9 }, 'ok', '2 GB'],
    ['a machine that is sold as 2 GB', all, { machineBytes: 1.9e9 }, 'ok', '2 GB'],
    ['eight cores and 2 GB', all, { machineBytes: 2e9, cores: 8 }, 'warning', '8 GB'],
    ['a limit of 1.5 GB', all, { limitBytes: 1.5e9 }, 'warning', 'Raise the limit'],
    ['a limit of 0.4 GB', all, { limitBytes: 0.4e9 }, 'failed', 'does not start with less than 500 MB'],
    ['a limit of 0.7 GB, on Postgres', web, { limitBytes: 0.7e9 }, 'warning', '2 GB'],
    ['a worker with 1 GB', { ...web, role: 'worker' } as const, { limitBytes: 1e9 }, 'ok', '1 GB'],
  ])('%s', (_, config, changes, kind, sentence) => {
    expect(checkMemory(config, { ...machine, ...changes }).remarks).toEqual([
      { kind, sentence: expect.stringContaining(sentence) },
    ]);
  });

  test('the limit of a real control group is found', ({ skip }) => {
    const group = makeGroup(700_000_000);
    if (!group) return skip('this machine lets nobody make a control group with a limit of memory');
    const program = `import { readMemory } from '#memory'; console.log(JSON.stringify(readMemory()))`.replace(
      '#memory',
      new URL('../../src/engines/local/models/suits-machine.ts', import.meta.url).href,
    );
    const steps = `echo $$ > '${group}/cgroup.procs' && exec "$0" --input-type=module -e "$1"`;
    const said = execFileSync('sh', ['-c', steps, process.execPath, program], { encoding: 'utf8' });
    rmdirSync(group);
    const { limitBytes, machineBytes } = JSON.parse(said);
    // Rounded to pages.
    expect(Math.abs(limitBytes - 700_000_000)).toBeLessThan(65_536);
    expect(machineBytes).toBe(totalmem());
  });
});

/** Of cgroup version 1 or 2, whichever limits memory here. */
function makeGroup(bytes: number): string | undefined {
  for (const [root, file] of [
    ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes'],
    ['/sys/fs/cgroup', 'memory.max'],
  ] as const) {
    const group = join(root, `benshi-test-${process.pid}`);
    try {
      if (!existsSync(join(root, 'cgroup.procs'))) continue;
      mkdirSync(group);
      if (existsSync(join(group, file))) {
        writeFileSync(join(group, file), String(bytes));
        return group;
      }
      rmdirSync(group);
    } catch {
      if (existsSync(group)) rmdirSync(group);
    }
  }
  return undefined;
}

describe('the embedded database', () => {
  const makeDataDir = () => {
    copyDatabaseTemplate(dataDir);
    chmodSync(dataDir, 0o700);
    return { DATA_DIR: dataDir };
  };

  test('a running server is named and not disturbed', async () => {
    const server = await processes.start(makeDataDir());
    const { unwell, said } = await examineByName({ DATA_DIR: dataDir });
    expect(unwell).toEqual([]);
    expect(said.disk).toContain('Writable.');
    expect(said.database).toContain(`A server is using it (process ${server.process.pid} on `);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  test('an overdue backup of a running server is a warning', { tags: 'long' }, async () => {
    const environment = makeDataDir();
    const hoursAgo = new Date(Date.now() - 5 * 3_600_000);
    utimesSync(join(dataDir, 'database', 'PG_VERSION'), hoursAgo, hoursAgo);
    await processes.start(environment);
    const { said } = await examineByName(environment);
    expect(said.database).toMatch(/warning There are no backups yet\. A backup is made every hour/u);
  });

  test('without a server its files and its newest backup are checked', async () => {
    const environment = makeDataDir();
    mkdirSync(join(dataDir, 'backups'), { mode: 0o700 });
    const name = new Date(Date.now() - 3 * 3_600_000).toISOString().replaceAll(/[:.]/gu, '-');
    await folder.write(join('data', 'backups', `database-${name}.tar.gz`), '');
    const { unwell, said } = await examineByName(environment);
    expect(unwell).toEqual([]);
    expect(said.database).toMatch(/No server is using it.*note The newest backup is 3 hours old\./u);
  });

  test('files of another version are a failure', async () => {
    const environment = makeDataDir();
    writeFileSync(join(dataDir, 'database', 'PG_VERSION'), '99\n');
    const { unwell, said } = await examineByName(environment);
    expect(unwell).toEqual(['database']);
    expect(said.database).toMatch(/failed .* was made with Postgres 99.*Start the version of Benshi/u);
  });
});

describe('Postgres', () => {
  const on = (DATABASE_URL: string) =>
    examineByName({ DATA_DIR: dataDir, DATABASE_URL, AUTH_SECRET: testSecret });

  test('version, tables and response time are printed', async () => {
    const { unwell, said } = await on(await postgres.createDatabase());
    expect(unwell).toEqual([]);
    expect(said.database).toMatch(
      /^database Postgres on 127\.0\.0\.1:\d+\. ok It answers\. Version 18\. ok Its tables are up to date\. (?:ok|warning) It answers in \d+\.\d ms\./u,
    );
  });

  test('a database without tables gets them at the first start', async () => {
    const { unwell, said } = await on(await postgres.createEmptyDatabase());
    expect(unwell).toEqual([]);
    expect(said.database).toContain('note It has no Benshi tables yet.');
  });

  test.each([
    [
      'older',
      `delete from drizzle.__drizzle_migrations where id > (select max(id) - 3 from drizzle.__drizzle_migrations)`,
      [],
      /note Migrations to run at the next start: 3\./u,
    ],
    [
      'newer',
      `update drizzle.__drizzle_migrations set created_at = created_at + 1`,
      ['database'],
      /failed Its tables belong to a newer version of Benshi\./u,
    ],
  ])('tables of an %s version are reported', async (_, statement, expected, said) => {
    const url = await postgres.createDatabase();
    const client = new pg.Client(url);
    await client.connect();
    await client.query(statement);
    await client.end();
    const found = await on(url);
    expect(found.unwell).toEqual(expected);
    expect(found.said.database).toMatch(said);
  });

  test('an unreachable or silent one is a failure, and its password is not printed', async () => {
    const away = await on('postgres://ada:s3cret@127.0.0.1:1/benshi');
    expect(away.said.database).toMatch(/failed No database responds at 127\.0\.0\.1:1\. Start it/u);
    const address = new URL(await postgres.createDatabase());
    await using proxy = await startSilentProxy(Number(address.port));
    address.port = String(proxy.port);
    proxy.goSilent();
    const silent = await on(address.href);
    expect(silent.said.database).toMatch(/failed The database at \S+ does not respond\./u);
    expect([...away.unwell, ...silent.unwell]).toEqual(['database', 'database']);
    expect(JSON.stringify(away)).not.toContain('s3cret');
  });
});

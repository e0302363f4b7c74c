// @module-tag long
import { expect, test } from 'vitest';
import { readPriorities } from '../support/linux-process.ts';
import { postJson } from '../support/requests.ts';
import { serverCommand, startServerProcess } from '../support/start-server.ts';

// Both as root and otherwise: without the right to raise priority, the first thread that tries stops.
test.runIf(process.platform === 'linux')(
  'a server under `nice` runs speech at lower priority, and nothing at a higher one',
  async () => {
    await using server = await startServerProcess({}, ['nice', '-n', '1', ...serverCommand]);
    const speech = { script: 'A dog runs over the grass.', voice: 'nova', language: 'English' };
    const spoken = await postJson(`${server.url}/api/free/speech`, speech);
    expect(spoken.status).toBe(200);
    await spoken.arrayBuffer();
    const priorities = new Set(readPriorities(server.process.pid ?? 0));
    expect([...priorities].toSorted((one, other) => one - other)).toEqual([1, 6]);
  },
);

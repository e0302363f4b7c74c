import { expect, test } from 'vitest';
import { listTree, readPriorities } from '../support/linux-process.ts';
import { makeClip } from '../support/make-clip.ts';
import { makeVideoForm, postJson } from '../support/requests.ts';
import { serverCommand, startServerProcess } from '../support/start-server.ts';

// As root and as anybody else: whoever may not raise a rank ends with the first thread that tries to.
test.runIf(process.platform === 'linux')(
  'a server under `nice` speaks and decodes behind itself, and nothing of it before it',
  async () => {
    await using server = await startServerProcess({}, ['nice', '-n', '1', ...serverCommand]);
    const readTree = () => listTree(server.process.pid ?? 0).flatMap(readPriorities);
    const speech = { script: 'A dog runs over the grass.', voice: 'nova', language: 'English' };
    const spoken = await postJson(`${server.url}/api/free/speech`, speech);
    expect(spoken.status).toBe(200);
    await spoken.arrayBuffer();
    expect(readPriorities(server.process.pid ?? 0)).toContain(6);

    const body = makeVideoForm(await makeClip());
    const looked = await fetch(`${server.url}/api/free/analysis`, { method: 'POST', body });
    expect(looked.status).toBe(200);
    expect(readTree().filter(niceness => niceness === 6).length).toBeGreaterThan(4);
    expect([...new Set(readTree())].toSorted((one, other) => one - other)).toEqual([1, 6]);
  },
);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDataFolder } from './open-data-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benshi-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('deletes uploads of an earlier process at the start', async () => {
  (await openDataFolder(folder)).release();
  writeFileSync(join(folder, 'tmp', 'left-over'), 'half a video');
  const opened = await openDataFolder(folder);
  expect(existsSync(join(opened.temporary, 'left-over'))).toBe(false);
  opened.release();
});

test('refuses a second process and names the one that uses the folder', async () => {
  const holder = await startHolder();
  await expect(openDataFolder(folder)).rejects.toThrow(`process ${holder.pid} on `);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
});

test('the folder of a killed process can be used at once', async () => {
  const holder = await startHolder();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  (await openDataFolder(folder)).release();
});

async function startHolder() {
  const program = `
    const { openDataFolder } = await import(${JSON.stringify(new URL('./open-data-folder.ts', import.meta.url).href)});
    await openDataFolder(${JSON.stringify(folder)});
    console.log('has it');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

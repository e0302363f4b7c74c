import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { reportStatus } from './report-status.ts';

/** Files of ours in a folder that may hold others, too: those are never touched. */
const ourFile = /^[0-9a-f]+\.sound(?:\.[0-9a-f-]+\.part)?$/u;
/** Of a key's sum in hexadecimal. */
const keyLetters = 64;
const sumBytes = 32;
/** When there is too much, so much of what is allowed stays: then it is not tidied with every line. */
const keptShare = 0.9;
/** A file that is still being written after this long was left by a run that was killed. */
const abandonedMs = 3_600_000;

/** Bytes that are kept under keys in a folder, for this run and later ones. */
export interface SoundStore {
  /** What was kept, which counts as a use of it; undefined where it is gone or damaged. */
  find(key: string): Promise<Buffer | undefined>;
  /** Keeps it whole or not at all; beyond the bound, what was not used for longest goes. */
  keep(key: string, content: Uint8Array): Promise<void>;
}

/** @param key anything that tells two contents apart */
export function hashKey(key: unknown): string {
  return createHash('sha256').update(JSON.stringify(key)).digest('hex');
}

/**
 * Opens a folder of kept sounds, which other runs may use at the same time: each file comes into being by a rename, and says
 * in its head what its content's sum is.
 * @param mostBytes of all files together
 * @throws what the file system throws where the folder cannot be made or read
 */
export async function openSoundStore(folder: string, mostBytes: number): Promise<SoundStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let bytes = await tidy(folder, mostBytes, mostBytes);
  const place = (key: string) => join(folder, `${key}.sound`);
  return {
    async find(key) {
      const path = place(key);
      const file = await readFile(path).catch(() => undefined);
      if (!file) return undefined;
      const content = file.subarray(sumBytes);
      if (!file.subarray(0, sumBytes).equals(computeSum(content))) return undefined;
      const now = new Date();
      // Another run may have taken it away meanwhile.
      await utimes(path, now, now).catch(() => {});
      return content;
    },
    async keep(key, content) {
      const partPath = `${place(key)}.${randomUUID()}.part`;
      try {
        await writeFile(partPath, Buffer.concat([computeSum(content), content]), { mode: 0o600 });
        await rename(partPath, place(key));
      } catch (error) {
        await rm(partPath, { force: true });
        throw error;
      }
      bytes += sumBytes + content.length;
      if (bytes > mostBytes) bytes = await tidy(folder, mostBytes, mostBytes * keptShare);
    },
  };
}

function computeSum(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}

/**
 * Takes away what killed runs left and, where there is more than `mostBytes`, what was not used for longest.
 * @returns the bytes that are there afterwards
 */
async function tidy(folder: string, mostBytes: number, keptBytes: number): Promise<number> {
  const files = await listFiles(folder);
  let bytes = 0;
  for (const { path, size, isPart, usedMs } of files) {
    if (isPart && Date.now() - usedMs > abandonedMs) await rm(path, { force: true });
    else if (!isPart) bytes += size;
  }
  if (bytes <= mostBytes) return bytes;
  const whole = files.filter(({ isPart }) => !isPart).toSorted((one, other) => one.usedMs - other.usedMs);
  for (const { path, size } of whole) {
    if (bytes <= keptBytes) break;
    await rm(path, { force: true });
    bytes -= size;
  }
  return bytes;
}

async function listFiles(folder: string) {
  const names = (await readdir(folder)).filter(
    name => name.indexOf('.') === keyLetters && ourFile.test(name),
  );
  const found = await Promise.all(
    names.map(async name => {
      const path = join(folder, name);
      const facts = await stat(path).catch(() => undefined);
      return facts && { path, size: facts.size, usedMs: facts.mtimeMs, isPart: name.endsWith('.part') };
    }),
  );
  // Another run may have taken it away meanwhile.
  return found.filter(file => file !== undefined);
}

/** About an hour and a half of speech of the offline engine, four hours of a provider's. */
const usualMostBytes = 256 * 1000 ** 2;

/** The folder of spoken lines; a program's cache belongs where the person's system says. */
export function findCacheFolder(environment: NodeJS.ProcessEnv): string {
  const { XDG_CACHE_HOME: named } = environment;
  // What is not absolute is to be ignored, says the XDG Base Directory Specification.
  const folder = named && isAbsolute(named) ? named : join(homedir(), '.cache');
  return join(folder, 'benshi', 'lines');
}

/**
 * Opens the folder of spoken lines.
 * @param cache as `readOptions` gives it
 * @returns undefined where none is wanted, or it cannot be used, which is told: speaking goes without
 */
export async function openCache(
  cache: string,
  environment: NodeJS.ProcessEnv,
): Promise<SoundStore | undefined> {
  if (cache === 'none') return undefined;
  const folder = cache === 'usual' ? findCacheFolder(environment) : cache;
  try {
    return await openSoundStore(folder, usualMostBytes);
  } catch {
    reportStatus(`${folder} cannot be used, so spoken lines are not kept.`);
    return undefined;
  }
}

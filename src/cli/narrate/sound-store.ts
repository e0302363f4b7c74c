import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { reportStatus } from './report-status.ts';

/** Files that the cache created. The folder may contain others, which it never touches. */
const ourFile = /^[0-9a-f]+\.sound(?:\.[0-9a-f-]+\.part)?$/u;
/** Length of a key's SHA-256 in hexadecimal. */
const keyLetters = 64;
const sumBytes = 32;
/** Above the limit, files are deleted down to this share of it, so that not every new line deletes some. */
const keptShare = 0.9;
/** An unfinished file of this age was left by a killed run. */
const abandonedMs = 3_600_000;

/** A cache of bytes by key in a folder, shared between runs. */
export interface SoundStore {
  /** Returns the content and marks it as used; undefined if it is missing or damaged. */
  find(key: string): Promise<Buffer | undefined>;
  /** Stores it atomically; above the limit, deletes the least recently used. */
  keep(key: string, content: Uint8Array): Promise<void>;
}

/** @param key any value that identifies the content */
export function hashKey(key: unknown): string {
  return createHash('sha256').update(JSON.stringify(key)).digest('hex');
}

/**
 * Opens the cache folder, which other runs may use at the same time: files are created by a rename and contain a checksum.
 * @param maxBytes limit for all files together
 * @throws errors of the file system if the folder cannot be created or read
 */
export async function openSoundStore(folder: string, maxBytes: number): Promise<SoundStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let bytes = await tidy(folder, maxBytes, maxBytes);
  const place = (key: string) => join(folder, `${key}.sound`);
  return {
    async find(key) {
      const path = place(key);
      const file = await readFile(path).catch(() => undefined);
      if (!file) return undefined;
      const content = file.subarray(sumBytes);
      if (!file.subarray(0, sumBytes).equals(computeSum(content))) return undefined;
      const now = new Date();
      // Another run may have deleted it.
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
      if (bytes > maxBytes) bytes = await tidy(folder, maxBytes, maxBytes * keptShare);
    },
  };
}

function computeSum(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}

/**
 * Deletes what killed runs left and, above `maxBytes`, the least recently used files.
 * @returns the remaining bytes
 */
async function tidy(folder: string, maxBytes: number, keptBytes: number): Promise<number> {
  const files = await listFiles(folder);
  let bytes = 0;
  for (const { path, size, isPart, usedMs } of files) {
    if (isPart && Date.now() - usedMs > abandonedMs) await rm(path, { force: true });
    else if (!isPart) bytes += size;
  }
  if (bytes <= maxBytes) return bytes;
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
  // Another run may have deleted it.
  return found.filter(file => file !== undefined);
}

/** About an hour and a half of speech of the offline engine, four hours of a provider's. */
const usualMostBytes = 256 * 1000 ** 2;

/** The cache folder for spoken lines, in the system's usual place. */
export function findCacheFolder(environment: NodeJS.ProcessEnv): string {
  const { XDG_CACHE_HOME: named } = environment;
  // The XDG Base Directory Specification says to ignore relative paths.
  const folder = named && isAbsolute(named) ? named : join(homedir(), '.cache');
  return join(folder, 'benshi', 'lines');
}

/**
 * Opens the cache of spoken lines.
 * @param cache as returned by `readOptions`
 * @returns undefined if it is off or unusable, which is reported
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

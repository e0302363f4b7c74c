import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { openSoundStore, type SoundStore } from './sound-store.ts';
import { tell } from './tell.ts';

/** About an hour and a half of speech of the offline engine, four hours of a provider's. */
const mostBytes = 256 * 1000 ** 2;

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
    return await openSoundStore(folder, mostBytes);
  } catch {
    tell(`${folder} cannot be used, so no spoken line is kept.`);
    return undefined;
  }
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** @returns hexadecimal */
export async function computeSha256(path: string, signal: AbortSignal): Promise<string> {
  return await hash('sha256', path, signal);
}

/** The name that Git gives to a file's content. @returns hexadecimal */
export async function computeGitHash(path: string, signal: AbortSignal): Promise<string> {
  const { size } = await stat(path);
  return await hash('sha1', path, signal, `blob ${size}\0`);
}

async function hash(algorithm: string, path: string, signal: AbortSignal, start = ''): Promise<string> {
  const sum = createHash(algorithm).update(start);
  for await (const piece of createReadStream(path, { signal, highWaterMark: 1024 ** 2 })) sum.update(piece);
  return sum.digest('hex');
}

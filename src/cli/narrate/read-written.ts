import { readFile, stat } from 'node:fs/promises';
import { type Lengths, type OwnScript, readOwnScript } from '#shared/narration/formats/read-own-script.ts';
import { badRequest } from './bad-request.ts';

/**
 * Reads a script or subtitles from a file.
 * @throws CodedError `bad_request` if there is no such file, or no text in it; `too_large`, `video_too_long`
 */
export async function readWritten(path: string, ...lengths: Lengths): Promise<OwnScript> {
  const size = await requireFile(path);
  return readOwnScript({ size, read: () => readFile(path) }, path, ...lengths);
}

/**
 * @param help for a folder
 * @returns its size in bytes
 * @throws CodedError `bad_request` if there is no such file
 */
export async function requireFile(path: string, help = 'Name a file in it.'): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw badRequest(`${path} is a folder. ${help}`);
  if (!found?.isFile()) throw badRequest(`There is no file ${path}.`);
  return found.size;
}

import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { followLinks } from '#media/node/temporary-files.ts';
import { badRequest } from '../narrate/bad-request.ts';

/** The folders whose files may be read and written, as they were named at the start. */
export class AllowedFolders {
  /** Without links. */
  readonly paths: readonly string[];

  private constructor(paths: readonly string[]) {
    this.paths = paths;
  }

  /**
   * @param base of relative paths
   * @throws CodedError `bad_request` if none is named, or one is no folder
   */
  static async open(named: readonly string[], base: string): Promise<AllowedFolders> {
    if (named.length === 0)
      throw badRequest('Name the folders whose files may be used, such as: npm run --silent mcp -- ~/Videos');
    const paths = named.map(async name => {
      const path = await realpath(resolve(base, name)).catch(() => undefined);
      if (path === undefined || !(await stat(path)).isDirectory())
        throw badRequest(`There is no folder ${name}.`);
      return path;
    });
    return new AllowedFolders(await Promise.all(paths));
  }

  /**
   * @param named relative paths begin in the first folder
   * @param endings of a file that is written: only these, and no hidden one
   * @returns the path without links, of a file that may not exist yet
   * @throws CodedError `bad_request` if it is, or leads, elsewhere
   */
  async requireInside(named: string, endings?: readonly string[]): Promise<string> {
    const path = await findReal(this.paths[0] ?? '', named).catch(() => undefined);
    const folder = this.paths.find(each => path !== undefined && isInside(each, path));
    if (path === undefined || folder === undefined)
      throw badRequest(
        `${named} is not in a folder that was allowed at the start: ${this.paths.join(', ')}.`,
      );
    if (!endings || isOfKind(relative(folder, path), endings)) return path;
    const kinds = endings.map(ending => `NAME${ending}`).join(' or ');
    throw badRequest(`${named} is hidden or not of the right kind. Name a file ${kinds}.`);
  }
}

/** Names of devices and `FILE:STREAM`. */
const specialOnWindows = /^(?:con|prn|aux|nul|com\d|lpt\d)\.|:/iu;

function isOfKind(way: string, endings: readonly string[]): boolean {
  if (way.split(sep).some(part => part.startsWith('.'))) return false;
  if (process.platform === 'win32' && specialOnWindows.test(basename(way))) return false;
  return endings.some(ending => way.toLowerCase().endsWith(ending));
}

/** The file may be missing, its folder not. @param named also as `file://` */
async function findReal(base: string, named: string): Promise<string> {
  const target = await followLinks(resolve(base, /^file:/iu.test(named) ? fileURLToPath(named) : named));
  return join(await realpath(dirname(target)), basename(target));
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  // On another drive it is absolute.
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

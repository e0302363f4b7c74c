import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
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
   * @returns the path without links, of a file that may not exist yet
   * @throws CodedError `bad_request` if it is, or leads, elsewhere
   */
  async requireInside(named: string): Promise<string> {
    const path = await findReal(resolve(this.paths[0] ?? '', named)).catch(() => undefined);
    if (path !== undefined && this.paths.some(folder => isInside(folder, path))) return path;
    throw badRequest(`${named} is not in a folder that was allowed at the start: ${this.paths.join(', ')}.`);
  }
}

/** The file may be missing, its folder not. */
async function findReal(path: string): Promise<string> {
  const target = await followLinks(path);
  return join(await realpath(dirname(target)), basename(target));
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  // On another drive it is absolute.
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const runFile = promisify(execFile);
const exiftool = fileURLToPath(
  new URL('../../node_modules/exiftool-vendored.pl/bin/exiftool', import.meta.url),
);

/** The tags of a file as ffprobe reads them, with names in lower case; undefined where it is not installed. */
export async function probeTags(path: string): Promise<Readonly<Record<string, string>> | undefined> {
  const args = ['-v', 'error', '-show_entries', 'format_tags', '-of', 'json', path];
  const probed = await runFile('ffprobe', args).catch(unlessMissing);
  if (!probed) return undefined;
  const tags: Record<string, string> = JSON.parse(probed.stdout).format.tags ?? {};
  return Object.fromEntries(Object.entries(tags).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The tags of a file as ExifTool reads them, with their groups; undefined where Perl is not installed. */
export async function readExifTags(path: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const read = await runFile('perl', [exiftool, '-json', '-G', path]).catch(unlessMissing);
  return read && JSON.parse(read.stdout)[0];
}

function unlessMissing(error: { readonly code?: unknown }): undefined {
  if (error.code !== 'ENOENT') throw error;
}

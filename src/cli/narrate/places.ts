import { type BigIntStats, constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import { followLinks } from '#media/node/temporary-files.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { type Lengths, type OwnScript, readOwnScript } from '#shared/narration/formats/read-own-script.ts';
import type { Deliveries, NarrateOptions } from './options.ts';
import { badRequest } from './report-status.ts';
import { isStream } from './write-whole-file.ts';

/**
 * The files of a translation: `narration.mp3` is `narration.fr.mp3`. The video and the zip are for all
 * languages, and what is said in the video is not translated.
 */
export function nameByLanguage(
  { video, mix, music, allPath, ...paths }: Deliveries,
  language: LanguageName,
): Deliveries {
  const { code } = getLanguage(language);
  const addCode = (path: string) => {
    const ending = extname(path);
    return join(dirname(path), `${basename(path, ending)}.${code}${ending}`);
  };
  const named = Object.entries(paths).map(([name, path]) => [name, path && addCode(path)]);
  const own = { ...paths, ...Object.fromEntries(named), transcriptPath: undefined };
  return { ...own, allPath, video, mix, music };
}

export function listTranslatedDeliveries({
  languages = [],
  deliveries,
}: Pick<NarrateOptions, 'languages' | 'deliveries'>): Deliveries[] {
  return languages.map(language => nameByLanguage(deliveries, language));
}

export function changeEnding(path: string, ending: string): string {
  const known = extname(path);
  const stem = known === '' ? path : path.slice(0, -known.length);
  return `${stem}.${ending}`;
}

export function hasEnding(path: string, ending: string): boolean {
  return extname(path).toLowerCase() === `.${ending}`;
}

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

/** The files that are read and written; the video separately, as its ending may be decided later. */
export function listPlaces(options: NarrateOptions) {
  const translated = listTranslatedDeliveries(options);
  const isNamed = (path: string | undefined) => path !== undefined;
  const speakPath = options.job === 'speak' ? options.speakPath : undefined;
  const analysisPath = options.job === 'narrate' ? options.analysisPath : undefined;
  const projectPath = 'projectPath' in options ? options.projectPath : undefined;
  return {
    read: [options.videoPath, speakPath, options.transcriptFile, options.deliveries.music?.path].filter(
      isNamed,
    ),
    written: [
      options.deliveries.allPath,
      ...[options.deliveries, ...translated].flatMap(listFiles),
      analysisPath,
      projectPath,
    ].filter(isNamed),
    video: options.deliveries.video?.path,
  };
}

function listFiles({ video: _, mix: __, music: ___, allPath: ____, publishPath, ...files }: Deliveries) {
  const page = publishPath && (hasEnding(publishPath, 'zip') ? publishPath : join(publishPath, 'index.html'));
  return [...Object.values(files), page];
}

/**
 * Before any work, checks that all output files are writable and that none overwrites an input or another output.
 * Files are compared by device and inode, so that links do not matter.
 * @param made folders that are made later, if they are not there
 * @throws CodedError `bad_request` with a sentence that names the file
 */
export async function requirePlaces(
  read: readonly string[],
  written: readonly string[],
  made: readonly string[] = [],
): Promise<void> {
  const inputs = new Map<string, string>();
  for (const path of read) {
    const found = await stat(path, { bigint: true }).catch(() => undefined);
    if (found) inputs.set(identify(found), path);
  }
  const outputs = new Map<string, string>();
  for (const path of written) {
    const identity = await requireWritable(path, made.includes(dirname(path)));
    if (identity === undefined) continue;
    const input = inputs.get(identity);
    const output = outputs.get(identity);
    if (input !== undefined)
      throw badRequest(`${describeBoth(path, input)} is an input file. Choose another name for the output.`);
    if (output !== undefined)
      throw badRequest(`${describeBoth(path, output)} is named twice. Give each file its own name.`);
    outputs.set(identity, path);
  }
}

export async function isSame(one: string, other: string): Promise<boolean> {
  return identify(await stat(one, { bigint: true })) === identify(await stat(other, { bigint: true }));
}

function describeBoth(path: string, other: string): string {
  return path === other ? path : `${path} (the same file as ${other})`;
}

/** @throws CodedError `bad_request` if there is no such file, or it is not readable */
export async function requireReadable(path: string, help?: string): Promise<void> {
  await requireFile(path, help);
  await access(path, constants.R_OK).catch(cause => {
    throw badRequest(`${path} cannot be read: permission denied.`, cause);
  });
}

/** @returns an identity of the file, also before it exists; undefined for a device, which may be used several times */
async function requireWritable(path: string, makesFolder: boolean): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(cause => {
    if (cause.code === 'ENOENT') return undefined;
    throw badRequest(`${path} cannot be written: ${reasons[cause.code] ?? cause.code}.`, cause);
  });
  if (found?.isDirectory()) throw badRequest(`${path} is a folder. Name a file in it.`);
  if (found) await requireAccess(path, path, constants.W_OK);
  if (found && isStream(found)) return found.isCharacterDevice() ? undefined : identify(found);
  const targetPath = await followLinks(path);
  const folderPath = makesFolder ? await findFolder(dirname(targetPath)) : dirname(targetPath);
  await requireAccess(path, folderPath, constants.W_OK | constants.X_OK);
  if (found) return identify(found);
  return `${identify(await stat(folderPath, { bigint: true }))}:${relative(folderPath, targetPath)}`;
}

/** The innermost folder of a path that is there already. */
async function findFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found || dirname(path) === path ? path : findFolder(dirname(path));
}

const reasons: Readonly<Record<string, string>> = {
  ENAMETOOLONG: 'its name is too long',
  ENOTDIR: 'part of its path is not a folder',
  ELOOP: 'its symbolic link points to itself',
};

async function requireAccess(path: string, neededPath: string, mode: number): Promise<void> {
  await access(neededPath, mode).catch(cause => {
    throw badRequest(
      `${path} cannot be written: ${neededPath === path ? 'permission denied' : `${neededPath} does not exist or is not writable`}.`,
      cause,
    );
  });
}

function identify({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

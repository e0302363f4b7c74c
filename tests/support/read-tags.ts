import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { Demuxer } from 'node-av';
import { unlessMissing } from './read-narrated-video.ts';

const runFile = promisify(execFile);
const exiftool = createRequire(import.meta.url).resolve('exiftool-vendored.pl/bin/exiftool');

/** The tags of a file as FFmpeg's libraries read them; names in lower case. */
export async function readByLibraries(path: string): Promise<Record<string, string>> {
  await using file = await Demuxer.open(path);
  return Object.fromEntries(
    Object.entries(file.metadata).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** All tags as exiftool reads them, as `Group:Name`, with each of their values; undefined where Perl is missing. */
export async function readByExiftool(path: string): Promise<Record<string, unknown> | undefined> {
  const run = await runFile('perl', [exiftool, '-json', '-a', '-G1', '-s', '-n', path]).catch(unlessMissing);
  return run && (JSON.parse(run.stdout) as [Record<string, unknown>])[0];
}

/** Tags of a file by `ffprobe`, with its chapters and its complaints; undefined where it is not installed. */
export async function readByFfprobe(path: string) {
  const args = ['-v', 'warning', '-show_format', '-show_chapters', '-of', 'json', path];
  const run = await runFile('ffprobe', args).catch(unlessMissing);
  if (!run) return undefined;
  const { format, chapters } = JSON.parse(run.stdout) as {
    format: { tags?: Record<string, string> };
    chapters: { start_time: string; tags?: { title?: string } }[];
  };
  return {
    tags: Object.fromEntries(
      Object.entries(format.tags ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    chapters: chapters.map(({ start_time, tags }) => [tags?.title, Number(start_time)] as const),
    complaints: run.stderr,
  };
}

/** Runs FFmpeg. @returns whether it is installed */
export async function runFfmpeg(...args: string[]): Promise<boolean> {
  return (await runFile('ffmpeg', ['-v', 'error', '-y', ...args]).catch(unlessMissing)) !== undefined;
}

/** Changes a file by exiftool, which must be there. */
export async function writeByExiftool(path: string, ...tags: string[]): Promise<void> {
  await runFile('perl', [exiftool, '-overwrite_original', ...tags, path]);
}

import { readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { NarrateVideo } from './options.ts';
import { writeWholeFile } from './write-whole-file.ts';

/** A stamp file beside the results of a video. While video, options and results match it, the video is not narrated again. */
export interface FolderStamp {
  /** Whether all results exist. */
  isDone(): Promise<boolean>;
  /** Called before the video is narrated again. */
  remove(): Promise<void>;
  write(paths: readonly string[]): Promise<void>;
}

export async function openStamp(
  path: string,
  options: NarrateVideo,
  signal: AbortSignal,
): Promise<FolderStamp> {
  const made = await describeInputs(options);
  return {
    async isDone() {
      const known = await readStamp(path);
      if (known === undefined || JSON.stringify(known.made) !== JSON.stringify(made)) return false;
      const files = await Promise.all(known.files.map(name => exists(join(dirname(path), basename(name)))));
      return files.every(each => each);
    },
    remove: () => rm(path, { force: true }),
    async write(paths) {
      const files = paths.map(each => basename(each));
      await writeWholeFile(path, `${JSON.stringify({ made, files }, undefined, 2)}\n`, signal);
    },
  };
}

/** Everything that affects the results, without the locations of the folders. */
async function describeInputs(narrated: NarrateVideo) {
  const { videoPath, deliveries, analysisPath, projectPath, cache: _, ...options } = narrated;
  const { size, mtimeMs } = await stat(videoPath);
  const { video, mix, music, ...files } = deliveries;
  const { picksEnding, sound, hasSubtitles } = video ?? {};
  const paths = { ...files, analysisPath, projectPath };
  const names = Object.entries(paths).flatMap(([name, path]) => (path ? [[name, basename(path)]] : []));
  return {
    source: { name: basename(videoPath), size, mtimeMs },
    options,
    files: Object.fromEntries(names),
    // In this order: stamps are compared as they are written.
    video: video ? { path: basename(video.path), picksEnding, sound, mix, hasSubtitles } : null,
    ...(files.mixPath && { mix }),
    ...(music && { music: { ...music, path: basename(music.path) } }),
  };
}

async function readStamp(path: string): Promise<{ made: unknown; files: string[] } | undefined> {
  try {
    const { made, files } = JSON.parse(await readFile(path, 'utf8'));
    return Array.isArray(files) && files.every(each => typeof each === 'string')
      ? { made, files }
      : undefined;
  } catch {
    return undefined;
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}

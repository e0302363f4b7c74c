import { basename, extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { describeNarration, narrationFields, sayWritten } from '#server/mcp/narration-tools.ts';
import type { ResourceLink, ToolAnswer } from '#server/mcp/tool.ts';
import type { Narration } from '#shared/narration/project.ts';
import type { NarrateOptions } from '../narrate/options.ts';
import { readOptions } from '../narrate/read-options.ts';

export const videoInput = z.string().min(1).describe('Path of the video, in an allowed folder');
export const projectInput = z
  .string()
  .min(1)
  .describe('Path of the project file, NAME.benshi.json, beside the video');

const mimeTypes: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.mkv': 'video/matroska',
  '.srt': 'application/x-subrip',
};

export function linkFile(path: string): ResourceLink {
  const mimeType = mimeTypes[extname(path).toLowerCase()] ?? 'application/octet-stream';
  return { uri: pathToFileURL(path).href, name: basename(path), mimeType };
}

export const writtenFields = z.object({ project: z.string(), narration: narrationFields });

/** What a tool says that added a narration to a project file. */
export function answerWritten(
  projectPath: string,
  narration: Narration,
  verb: string,
): ToolAnswer<z.infer<typeof writtenFields>> {
  return {
    text: sayWritten(verb, narration),
    links: [linkFile(projectPath)],
    fields: { project: projectPath, narration: describeNarration(narration) },
  };
}

/**
 * The same as on the command line.
 * @param args by the names of the options; none for false
 * @throws CodedError as `readOptions`
 */
export function planNarration(
  videoPath: string,
  args: Readonly<Record<string, string | boolean | undefined>>,
): NarrateOptions {
  const options = Object.entries(args).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name}=${value}`];
  });
  // Neither a folder nor --verify nor --help is asked for.
  return readOptions([...options, '--', videoPath], '/') as NarrateOptions;
}

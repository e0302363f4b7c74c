import { z } from 'zod';
import { CodedError } from '../errors.ts';
import { maxScriptCharacters, maxTimedLines } from '../limits.ts';
import { fill } from '../messages/message.ts';
import { projectFileMessages as messages } from '../messages/project-file.ts';
import { isTimed, type Narration, type Project } from './project.ts';
import { projectSchema, schemaVersion } from './project-schema.ts';

// A file of its own: the page loads zod only with it.

const mostMegabytes = 8;
const bytesPerMegabyte = 1_000_000;

const versioned = z.looseObject({ schemaVersion: z.int() });

/** Opens parsed JSON. @throws CodedError `bad_request` for anything else, a damaged document, saying where, and one of a newer version */
export function openProject(value: unknown): Project {
  const found = versioned.safeParse(value);
  if (!found.success)
    throw new CodedError('bad_request', { message: fill(messages.notProject), cause: found.error });
  if (found.data.schemaVersion > schemaVersion)
    throw new CodedError('bad_request', { message: fill(messages.newer) });
  const opened = projectSchema.safeParse(found.data);
  if (opened.success) return opened.data;
  const part = z.core.toDotPath(opened.error.issues[0]?.path ?? []);
  throw new CodedError('bad_request', { message: fill(messages.damaged, { part }), cause: opened.error });
}

/** The text of a file, which {@link openProject} reads back without loss. Fields have the schema's order: same document, same text. */
export function printProject(project: Project): string {
  return `${JSON.stringify(projectSchema.parse(project), undefined, 2)}\n`;
}

/** A file on any host. */
interface ProjectFile {
  /** In bytes. */
  readonly size: number;
  read(): Promise<Uint8Array>;
}

/** @throws CodedError as {@link openProject}; `too_large` */
export async function openProjectFile(file: ProjectFile): Promise<Project> {
  if (file.size > mostMegabytes * bytesPerMegabyte)
    throw new CodedError('too_large', { message: fill(messages.tooLarge, { limit: mostMegabytes }) });
  const project = openProject(parseJson(await file.read()));
  for (const narration of project.narrations) requireLimits(narration);
  return project;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new CodedError('bad_request', { message: fill(messages.notProject), cause });
  }
}

/** Those of a script from elsewhere. */
function requireLimits({ lines, style }: Narration): void {
  const characters = lines.reduce((sum, { text }) => sum + text.length, 0);
  if (characters > maxScriptCharacters)
    throw new CodedError('too_large', {
      message: fill(messages.tooManyCharacters, { limit: maxScriptCharacters }),
    });
  if (isTimed({ style }) && lines.length > maxTimedLines)
    throw new CodedError('too_large', { message: fill(messages.tooManyLines, { limit: maxTimedLines }) });
}

import { z } from 'zod';
import { CodedError, refuse } from '../errors.ts';
import { maxScriptCharacters, maxTimedLines } from '../limits.ts';
import { fill } from '../messages/message.ts';
import { projectFileMessages as messages } from '../messages/project-file.ts';
import type { BroughtFile } from './formats/read-own-script.ts';
import { isTimed, type Narration, type Project } from './project.ts';
import { projectSchema, schemaVersion } from './project-schema.ts';

// A file of its own: the page loads zod only with it.

const maxMegabytes = 8;
const bytesPerMegabyte = 1_000_000;

type Fields = Readonly<Record<string, unknown>>;

/** Each makes a document of the next version; the last one makes the current version. */
const ownMigrations: readonly ((older: Fields) => Fields)[] = [
  // Only optional fields were added.
  older => ({ ...older, schemaVersion: 2 }),
  older => ({ ...older, schemaVersion: 3 }),
  older => ({ ...older, schemaVersion: 4 }),
];

const versioned = z.looseObject({ schemaVersion: z.int() });

/**
 * Opens a document: checks it, and brings it to the current version.
 * @param value parsed JSON
 * @throws CodedError `bad_request` for anything else, for a damaged one, saying where, and for one of a newer version
 */
export function openProject(value: unknown, migrations = ownMigrations): Project {
  const found = versioned.safeParse(value);
  if (!found.success)
    throw new CodedError('bad_request', { message: fill(messages.notProject), cause: found.error });
  const version = found.data.schemaVersion;
  if (version > schemaVersion) throw refuse('bad_request', messages.newer);
  const oldest = schemaVersion - migrations.length;
  const due = version < oldest ? [] : migrations.slice(version - oldest);
  const opened = projectSchema.safeParse(
    due.reduce<Fields>((fields, migrate) => migrate(fields), found.data),
  );
  if (opened.success) return opened.data;
  const part = z.core.toDotPath(opened.error.issues[0]?.path ?? []);
  throw new CodedError('bad_request', { message: fill(messages.damaged, { part }), cause: opened.error });
}

/**
 * A document as the text of a file, which {@link openProject} reads back without loss. Its fields have the order of the schema, so
 * that the same document is the same text.
 */
export function printProject(project: Project): string {
  return `${JSON.stringify(projectSchema.parse(project), undefined, 2)}\n`;
}

/**
 * Opens a project file.
 * @throws CodedError as {@link openProject}; `too_large`
 */
export async function openProjectFile(file: BroughtFile): Promise<Project> {
  if (file.size > maxMegabytes * bytesPerMegabyte)
    throw refuse('too_large', messages.tooLarge, { limit: maxMegabytes });
  const project = openProject(parseJson(await file.read()));
  for (const narration of project.narrations) requireLimits(narration);
  return project;
}

function parseJson(bytes: Uint8Array): unknown {
  // An interrupted write leaves zeros.
  const text = new TextDecoder().decode(bytes).replaceAll('\0', '').trim();
  if (text === '') throw refuse('bad_request', messages.empty);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = fill(text.startsWith('{') ? messages.notJson : messages.notProject);
    throw new CodedError('bad_request', { message, cause });
  }
}

/** Those of a script from elsewhere. */
function requireLimits({ lines, style }: Narration): void {
  const characters = lines.reduce((sum, { text }) => sum + text.length, 0);
  if (characters > maxScriptCharacters)
    throw refuse('too_large', messages.tooManyCharacters, { limit: maxScriptCharacters });
  if (isTimed({ style }) && lines.length > maxTimedLines)
    throw refuse('too_large', messages.tooManyLines, { limit: maxTimedLines });
}

import { projectWriteSchema } from '#shared/api/projects.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import { watchJson } from '#shared/json-depth.ts';
import { maxJsonDepth, maxProjectBytes } from '#shared/limits.ts';
import { findFieldMessage } from '#shared/messages/field-text.ts';
import { projectErrors as errors } from '#shared/messages/project-errors.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { openProject } from '#shared/narration/open-project.ts';
import { findProjectName, type Project } from '#shared/narration/project.ts';
import { schemaVersion } from '#shared/narration/project-schema.ts';
import { describeByteLimit } from '../uploads/upload-limits.ts';
import { type PackedJson, packJson, unpackText } from './packed-json.ts';

// Work on documents that blocks: for a thread of its own if they are large, so it must load little, and no database.

const tasks = { readWrite, readShown };

export type DocumentTasks = typeof tasks;

/** A thread passes no class of error on: what was refused is part of its answer. */
export async function workOnDocument<Name extends keyof DocumentTasks>(task: {
  readonly name: Name;
  readonly args: Parameters<DocumentTasks[Name]>;
}) {
  try {
    const run = tasks[task.name] as (...args: unknown[]) => unknown;
    const answer = (await run(...task.args)) as Awaited<ReturnType<DocumentTasks[Name]>>;
    return { answer };
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    return { refused: { code: error.code, message: error.filled } };
  }
}

/** Checks the body of a call that saves a project. @throws CodedError `bad_request`, `too_large` */
function readWrite(body: Uint8Array) {
  const read = projectWriteSchema.safeParse(parseJson(body));
  if (!read.success)
    throw new CodedError('bad_request', { message: findFieldMessage(read.error.issues[0]?.message ?? '') });
  const { document, ...asked } = read.data;
  return { ...asked, columns: toColumns(openProject(document)) };
}

function parseJson(bytes: Uint8Array): unknown {
  if (!watchJson()(bytes)) throw refuse('bad_request', requestErrors.deepJson, { levels: maxJsonDepth });
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new CodedError('bad_request');
  }
}

/** What a review link shows of a document; undefined if it has no such narration. */
async function readShown(document: PackedJson, narrationId: string) {
  const project = openStored(JSON.parse(await unpackText(document)));
  const narration = project.narrations.find(({ id }) => id === narrationId);
  if (!narration) return undefined;
  const { name, language = null, style, lines } = narration;
  const shown = {
    name,
    language,
    style,
    lines: lines.map(({ id, startMs, text }) => ({ id, startMs, text })),
  };
  return { title: findProjectName(project) ?? '', narration: packJson(JSON.stringify(shown)) };
}

export type ProjectColumns = ReturnType<typeof toColumns>;

/**
 * A document as the database keeps it: what lists show and search stands beside it. Takes 60 ms a megabyte.
 * @throws CodedError `too_large`
 */
export function toColumns(project: Project) {
  const json = JSON.stringify(project);
  const sizeBytes = Buffer.byteLength(json);
  if (sizeBytes > maxProjectBytes)
    throw refuse('too_large', errors.tooLarge, { limit: describeByteLimit(maxProjectBytes) });
  const { narrations, video } = project;
  const texts = narrations.flatMap(({ name, prompt, lines }) => [
    name,
    prompt,
    ...lines.map(({ text }) => text),
  ]);
  return {
    id: project.id,
    document: packJson(json),
    title: findProjectName(project) ?? '',
    fingerprint: video?.fingerprint ?? null,
    durationMs: video?.durationMs ?? null,
    languages: [...new Set(narrations.flatMap(({ language }) => language ?? []))],
    searched: fold([project.title, video?.name ?? '', ...texts].join('\n')),
    sizeBytes,
    /** No column. */
    termsCharacters: measureTerms(project),
  };
}

export function measureTerms({ glossary, cast }: Project): number {
  return JSON.stringify([glossary, cast]).length;
}

/** A stored document. It was checked when it was written, and is checked again where an older version of this server wrote it. */
export function openStored(json: unknown): Project {
  const { schemaVersion: version } = json as Project;
  return version === schemaVersion ? (json as Project) : openProject(json);
}

export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

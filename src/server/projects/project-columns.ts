import { CodedError } from '#shared/errors.ts';
import { maxProjectBytes } from '#shared/limits.ts';
import { fill } from '#shared/messages/message.ts';
import { projectErrors as errors } from '#shared/messages/project-errors.ts';
import { findProjectName } from '#shared/narration/find-project-name.ts';
import { openProject } from '#shared/narration/open-project.ts';
import type { Project } from '#shared/narration/project.ts';
import { schemaVersion } from '#shared/narration/project-schema.ts';
import { describeByteLimit } from '../uploads/upload-limits.ts';
import { packJson } from './packed-json.ts';

export type ProjectColumns = ReturnType<typeof toColumns>;

/**
 * A document as the database keeps it: what lists show and search stands beside it. Takes 60 ms a megabyte.
 * @throws CodedError `too_large`
 */
export function toColumns(project: Project) {
  const json = JSON.stringify(project);
  const sizeBytes = Buffer.byteLength(json);
  if (sizeBytes > maxProjectBytes)
    throw new CodedError('too_large', {
      message: fill(errors.tooLarge, { limit: describeByteLimit(maxProjectBytes) }),
    });
  const { narrations, video } = project;
  const texts = narrations.flatMap(({ name, prompt, lines }) => [
    name,
    prompt,
    ...lines.map(({ text }) => text),
  ]);
  return {
    id: project.id,
    document: packJson(json),
    /** As lists name it. */
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

/** Of glossary and cast, as JSON. */
export function measureTerms({ glossary, cast }: Project): number {
  return JSON.stringify([glossary, cast]).length;
}

/** A stored document. It was checked when it was written, and is checked again where an older version of this server wrote it. */
export function openStored(json: unknown): Project {
  const { schemaVersion: version } = json as Project;
  return version === schemaVersion ? (json as Project) : openProject(json);
}

/** A text as it is searched: in any case and width. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

import { CodedError } from '#shared/errors.ts';
import { maxProjectBytes } from '#shared/limits.ts';
import { fill } from '#shared/messages/message.ts';
import { projectErrors as errors } from '#shared/messages/project-errors.ts';
import type { Project } from '#shared/narration/project.ts';
import { makeStorable } from '../database/database.ts';
import { describeByteLimit } from '../uploads/upload-limits.ts';

export type ProjectColumns = ReturnType<typeof toColumns>;

/**
 * A document as the database keeps it: what lists show and search stands beside it.
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
    document: makeDocumentStorable(json),
    title: makeStorable(project.title),
    fingerprint: video?.fingerprint ?? null,
    durationMs: video?.durationMs ?? null,
    languages: [...new Set(narrations.flatMap(({ language }) => language ?? []))],
    searched: fold(makeStorable([project.title, ...texts].join('\n'))),
    sizeBytes,
  };
}

/** A text as it is searched: in any case and width. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** JSON writes as escapes what Postgres cannot store. */
function makeDocumentStorable(json: string): Record<string, unknown> {
  const clean = (_: string, value: unknown) => (typeof value === 'string' ? makeStorable(value) : value);
  return JSON.parse(json, /\\u(?:0000|d[89a-f])/u.test(json) ? clean : undefined);
}

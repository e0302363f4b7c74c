import { validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { narrationMessages } from '#shared/messages/narration.ts';
import { requireVideoLength } from '#shared/video-length.ts';
import { toBadRequest } from './answer-problem.ts';

/** The handler reads the body as a stream: the schema only documents it in /api/openapi.json, and `parseFields` validates the fields. */
export function describeForm(
  summary: string,
  fields: z.ZodRawShape,
  files: Readonly<Record<string, string>>,
) {
  const fileFields = Object.entries(files).map(([name, description]) => [
    name,
    z.string().optional().meta({ description, format: 'binary' }),
  ]);
  return {
    schema: {
      summary,
      consumes: ['multipart/form-data'],
      body: z.object({ ...fields, ...Object.fromEntries(fileFields) }),
    },
    validatorCompiler: () => (body: unknown) => ({ value: body }),
  };
}

/** @throws CodedError `bad_request` with the message for the first invalid field */
export function parseFields<Schema extends z.ZodType>(schema: Schema, texts: unknown): z.output<Schema> {
  const result = schema.safeParse(texts);
  if (!result.success) throw toBadRequest(result.error);
  return result.data;
}

const timeName = /seconds$|^moments$|^gaps$/iu;

/**
 * Returns the fields if all times are within the longest accepted video.
 * @throws CodedError `video_too_long`
 */
export function requireVideoTimes<Fields>(fields: Fields, maxSeconds: number): Fields {
  requireVideoLength(narrationMessages.tooLong, findLatest(fields, false), maxSeconds);
  return fields;
}

/** A `validatorCompiler` for JSON and query routes that also refuses times beyond the limit. */
export function limitVideoTimes(maxSeconds: number): typeof validatorCompiler {
  return route => {
    const validate = validatorCompiler(route);
    return data => {
      const result = validate(data) as { value: unknown } | { error: Error };
      if ('error' in result) return result;
      try {
        return { value: requireVideoTimes(result.value, maxSeconds) };
      } catch (error) {
        return { error: error as Error };
      }
    };
  };
}

function findLatest(value: unknown, isTime: boolean): number {
  if (typeof value === 'number') return isTime ? value : 0;
  if (typeof value !== 'object' || value === null) return 0;
  const isList = Array.isArray(value);
  return Object.entries(value).reduce(
    (latest, [name, each]) => Math.max(latest, findLatest(each, isList ? isTime : timeName.test(name))),
    0,
  );
}

import { z } from 'zod';
import { toBadRequest } from './to-coded-error.ts';

/**
 * Route options of a call with a multipart form. The handler reads the body as a stream, so the schema only
 * documents it in /api/openapi.json; `parseFields` validates the fields afterwards.
 */
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

/**
 * Validates the text fields of a form.
 * @throws CodedError `bad_request` with the message for the first invalid field
 */
export function parseFields<Schema extends z.ZodType>(schema: Schema, texts: unknown): z.output<Schema> {
  const result = schema.safeParse(texts);
  if (!result.success) throw toBadRequest(result.error);
  return result.data;
}

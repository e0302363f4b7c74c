import { z } from 'zod';
import { toBadRequest } from './to-coded-error.ts';

/**
 * Route options of a call that takes a multipart form. Its body is a stream that the handler reads, so the schema only
 * describes it in /api/openapi.json; `parseFields` checks the fields once they are there.
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
 * Checks the text fields of a form.
 * @throws CodedError `bad_request` with the sentence of the first field that is not right
 */
export function parseFields<Schema extends z.ZodType>(schema: Schema, texts: unknown): z.output<Schema> {
  const result = schema.safeParse(texts);
  if (!result.success) throw toBadRequest(result.error);
  return result.data;
}

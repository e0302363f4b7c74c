import { z } from 'zod';

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

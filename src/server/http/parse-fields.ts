import type { z } from 'zod';
import { toBadRequest } from './to-coded-error.ts';

/**
 * Checks the text fields of a form.
 * @throws CodedError `bad_request` with the sentence of the first field that is not right
 */
export function parseFields<Schema extends z.ZodType>(schema: Schema, texts: unknown): z.output<Schema> {
  const result = schema.safeParse(texts);
  if (!result.success) throw toBadRequest(result.error);
  return result.data;
}

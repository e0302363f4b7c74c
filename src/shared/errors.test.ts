import { describe, expect, test } from 'vitest';
import { problemSchema } from './api/problem.ts';
import { CodedError, errorCatalogue, errorCodes } from './errors.ts';

describe('every error', () => {
  test.each(errorCodes)('%s has a status and a sentence for a person', code => {
    const [status, sentence] = errorCatalogue[code];
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    const error = new CodedError(code);
    expect(error.status).toBe(status);
    expect(problemSchema.parse({ error: { code, message: error.message } }).error.message).toBe(sentence);
  });
});

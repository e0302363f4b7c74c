import { expect, test } from 'vitest';
import { problemSchema } from './api/problem.ts';
import { CodedError, errorCodes, errorStatuses } from './errors.ts';
import { errorMessages } from './messages/errors.ts';
import { t } from './messages/message.ts';

test.each(errorCodes)('%s has a status and a message', code => {
  const error = new CodedError(code);
  expect(errorStatuses[code]).toBeGreaterThanOrEqual(400);
  expect(errorStatuses[code]).toBeLessThan(600);
  expect(error.status).toBe(errorStatuses[code]);
  expect(error.message).toBe(t(errorMessages[code]));
  expect(problemSchema.parse({ error: { code, message: error.message, ...error.filled } }).error.key).toBe(
    `errors.${code}`,
  );
});

import { expect, test } from 'vitest';
import { readRefusalBody } from './connect.ts';

const inner = {
  code: 400,
  message: 'request (26528 tokens) exceeds the available context size (16384 tokens), try increasing it',
  type: 'exceed_context_size_error',
  n_prompt_tokens: 26_528,
  n_ctx: 16_384,
};
const vendor = { message: 'No.', type: 'invalid_request_error', param: null, code: 'unsupported_value' };

test.each([
  ['as the vendor writes it', { error: vendor }, vendor],
  [
    'inside the message of another (Ollama 0.30, microsoft/vscode issue 320558)',
    {
      error: {
        message: JSON.stringify({ error: inner }),
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
    },
    inner,
  ],
  [
    'as a text (LM Studio, Ollama’s own routes)',
    { error: 'model is not loaded' },
    { message: 'model is not loaded' },
  ],
  ['without a cover (vLLM before 2026)', { object: 'error', ...vendor }, { object: 'error', ...vendor }],
  ['as a detail (FastAPI)', { detail: 'Not Found' }, { message: 'Not Found' }],
  ['as a detail with words', { detail: { message: 'Voice not found' } }, { message: 'Voice not found' }],
  [
    'as a list of fields (pydantic)',
    { detail: [{ loc: ['body', 'reasoning_effort'], msg: 'Extra inputs are not permitted' }] },
    { message: '[{"loc":["body","reasoning_effort"],"msg":"Extra inputs are not permitted"}]' },
  ],
  ['in a list (Google)', [{ error: vendor }], vendor],
  ['with a message that only begins like JSON', { error: { message: '{oh' } }, { message: '{oh' }],
])('an error body is read %s', (_, body, refusal) => {
  expect(readRefusalBody(body)).toEqual(refusal);
});

test.each([[{}], [null], ['no'], [{ error: null }], [{ choices: [] }]])('%o is no error body', body => {
  expect(readRefusalBody(body)).toBeUndefined();
});

test('a very long error message is cut', () => {
  expect(readRefusalBody({ error: 'a'.repeat(100_000) })?.message).toHaveLength(4000);
});

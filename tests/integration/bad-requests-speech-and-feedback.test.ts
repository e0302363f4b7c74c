import { describe, expect, test } from 'vitest';
import type { Message } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { createBadClient, expectProblem, secret } from '../support/bad-requests.ts';
import { makeRawForm } from '../support/raw-form.ts';

const client = createBadClient();

describe('speech', () => {
  const good = { script: 'Hello.', voice: 'nova', language: 'English' };

  test.each<[string, number, RegExp | Message<string>, Record<string, unknown>]>([
    ['an empty script', 400, narrationMessages.noScript, { ...good, script: '' }],
    ['a blank script', 400, narrationMessages.noScript, { ...good, script: ' \n\t' }],
    ['no script', 400, narrationMessages.noScript, { ...good, script: undefined }],
    [
      'a script of 200,000 characters',
      413,
      narrationErrors.scriptTooLongToSpeak,
      { ...good, script: 'Hello. '.repeat(30_000) },
    ],
    ['a script of 1 MB', 413, /\.$/u, { ...good, script: 'x'.repeat(1_100_000) }],
    ['an unknown voice', 400, narrationErrors.unknownVoice, { ...good, voice: 'nobody' }],
    ['a voice that is a path', 400, narrationErrors.unknownVoice, { ...good, voice: '../x' }],
    ['a voice with a line break', 400, narrationErrors.unknownVoice, { ...good, voice: 'nova\r\nX: y' }],
    ['no voice', 400, narrationErrors.unknownVoice, { ...good, voice: undefined }],
    ['an unknown language', 400, narrationErrors.unknownLanguage, { ...good, language: 'Klingon' }],
    ['a length that is none', 400, narrationErrors.lengthNotNumber, { ...good, durationSeconds: 'long' }],
  ])('%s is answered with %i, as JSON and as a form', async (_title, status, sentence, body) => {
    expectProblem(await client.postJson('/api/free/speech', body), status, sentence);
    const parts = Object.entries(body).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, content: String(value) }],
    );
    expectProblem(await client.postForm('/convert_to_voice', makeRawForm(parts)), status, sentence);
  });

  test('a form takes every field that a JSON body takes', async () => {
    const fields = { ...good, script: '[0:01] Hello.', durationSeconds: '4', provider: 'offline' };
    const parts = Object.entries(fields).map(([name, content]) => ({ name, content }));
    const { status, headers } = await client.postForm('/convert_to_voice', makeRawForm(parts));
    expect([status, headers['content-type']]).toEqual([200, 'audio/mpeg']);
  });

  test('a file in the form is refused', async () => {
    const parts = [
      { name: 'script', filename: 'script.txt', content: 'Hello.' },
      { name: 'voice', content: 'nova' },
    ];
    expectProblem(
      await client.postForm('/convert_to_voice', makeRawForm(parts)),
      400,
      requestErrors.fieldNotText,
    );
  });
});

describe('POST /api/feedback', () => {
  test.each<[string, unknown]>([
    ['no message', { rating: 5 }],
    ['a blank message', { message: '  ' }],
    ['six stars', { message: secret, rating: 6 }],
    ['half a star', { message: secret, rating: 0.5 }],
    ['an address that is none', { message: secret, email: 'a@x, b@y' }],
    ['an address with a line break', { message: secret, email: 'a@x.example\r\nBcc: b@y.example' }],
    ['an object as address', { message: secret, email: { $ne: '' } }],
    ['an object as message', { message: { text: secret } }],
    ['a list as message', { message: [secret] }],
    ['5,001 characters', { message: 'x'.repeat(5001) }],
  ])('%s is answered with 400', async (_title, body) => {
    expectProblem(await client.postJson('/api/feedback', body), 400);
  });

  test('10 MB are answered with 413', async () => {
    expectProblem(await client.postJson('/api/feedback', { message: 'x'.repeat(1e7) }), 413);
  });
});

import { describe, test } from 'vitest';
import type { Message } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import {
  createBadClient,
  expectProblem,
  mebibyte,
  prompt,
  secret,
  sentPrompt,
  video,
} from '../support/bad-requests.ts';
import { formType, makeRawForm, type RawPart } from '../support/raw-form.ts';
import { makeHead, sendRaw } from '../support/raw-request.ts';

const client = createBadClient();
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]);

describe('POST /create_script', () => {
  const post = (...parts: RawPart[]) => client.postForm('/create_script', makeRawForm(parts));

  test.each<[string, number, RegExp | Message<string>, RawPart[]]>([
    ['no video', 400, narrationErrors.noVideo, [prompt]],
    ['no prompt', 400, narrationErrors.noPrompt, [video]],
    [
      'a blank prompt',
      400,
      narrationErrors.noPrompt,
      [{ name: 'prompt', content: ' . Output in this language: English' }, video],
    ],
    ['no language', 400, narrationErrors.promptWithoutLanguage, [sentPrompt, video]],
    [
      'an unknown language',
      400,
      narrationErrors.promptWithoutLanguage,
      [{ name: 'prompt', content: 'x. Output in this language: Klingon' }, video],
    ],
    [
      'a prompt of 5,000 characters',
      400,
      narrationErrors.promptTooLong,
      [{ name: 'prompt', content: `${'x'.repeat(5000)}. Output in this language: English` }, video],
    ],
    [
      'a prompt of 2 MB',
      413,
      requestErrors.fieldTooLong,
      [{ name: 'prompt', content: 'x'.repeat(2 * mebibyte - 1000) }],
    ],
    ['the prompt twice', 400, requestErrors.fieldRepeated, [prompt, prompt, video]],
    ['the video twice', 400, requestErrors.fieldRepeated, [prompt, video, video]],
    [
      'an unknown field',
      400,
      requestErrors.unknownField,
      [prompt, { name: 'plan', content: 'premium' }, video],
    ],
    [
      'an unknown file',
      400,
      requestErrors.unknownField,
      [prompt, { name: 'movie', filename: 'a.mp4', content: 'x' }, video],
    ],
    ['the video as text', 400, requestErrors.fieldNotFile, [prompt, { name: 'video', content: 'x' }]],
    ['the prompt as a file', 400, requestErrors.fieldNotText, [{ ...prompt, filename: 'prompt.txt' }, video]],
    [
      'the prompt as JSON',
      400,
      /plain text/u,
      [{ name: 'prompt', content: '{"a":1}', headers: ['Content-Type: application/json'] }, video],
    ],
    ['a video of no bytes', 422, /\.$/u, [prompt, { ...video, content: '' }]],
    ['something that is no video', 422, /\.$/u, [prompt, video]],
    [
      'a video a byte over the limit',
      413,
      requestErrors.fileTooLarge,
      [prompt, { ...video, content: 'x'.repeat(mebibyte + 1) }],
    ],
  ])('%s is answered with %i', async (_title, status, sentence, parts) => {
    expectProblem(await post(...parts), status, sentence);
  });

  test.each([
    ['a path', '../../etc/passwd'],
    ['a line break', 'a%0D%0Ab'],
    ['another direction', 'a\u202e4pm.exe'],
    ['a pattern', '%03d.png'],
    ['a protocol of FFmpeg', 'concat:a|b'],
    ['nothing', ''],
    ['300,000 characters', 'n'.repeat(300_000)],
  ])('a file name with %s never becomes a name on disk', async (_title, filename) => {
    expectProblem(await post(prompt, { ...video, filename }), 422);
  });

  test('a length over the limit is refused before the body is sent', async () => {
    const head = makeHead('/create_script', {
      cookie: client.cookie,
      'content-type': formType,
      'content-length': 50e9,
    });
    expectProblem(await sendRaw(client.port, head), 413, requestErrors.fileTooLarge);
  });

  const chunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
  const fiveMebibytes = Array.from({ length: 5 }, () => chunk(Buffer.alloc(mebibyte)));
  const makeChunkedHead = () =>
    Buffer.from(
      makeHead('/create_script', {
        cookie: client.cookie,
        'content-type': formType,
        'transfer-encoding': 'chunked',
      }),
    );

  test('chunks without an end are refused at the limit', async () => {
    const start = makeRawForm([prompt, video], '').subarray(0, -2);
    expectProblem(
      await sendRaw(client.port, Buffer.concat([makeChunkedHead(), chunk(start), ...fiveMebibytes])),
      413,
      /1 MB/u,
    );
  });

  test('bytes before the first boundary count too', async () => {
    expectProblem(
      await sendRaw(client.port, Buffer.concat([makeChunkedHead(), ...fiveMebibytes])),
      413,
      /2 MB/u,
    );
  });
});

describe('POST /api/free/analysis', () => {
  const post = (...parts: RawPart[]) => client.postForm('/api/free/analysis', makeRawForm(parts));
  const frame: RawPart = { name: 'frames', filename: 'frame.jpg', content: jpeg };
  const second: RawPart = { name: 'seconds', content: '1' };
  const length: RawPart = { name: 'durationSeconds', content: '10' };

  test.each<[string, number, RegExp | Message<string>, RawPart[]]>([
    ['neither frames nor a video', 400, narrationErrors.noVideo, [sentPrompt, length]],
    ['frames and a video', 400, narrationErrors.framesOrVideo, [sentPrompt, length, second, frame, video]],
    [
      'eleven frames',
      400,
      requestErrors.fieldRepeated,
      [sentPrompt, length, ...Array.from({ length: 11 }, () => frame)],
    ],
    ['a frame without its time', 400, narrationErrors.framesWithoutTime, [sentPrompt, length, frame]],
    [
      'a frame before the start',
      400,
      narrationErrors.negativeTimeOfFrame,
      [sentPrompt, length, { ...second, content: '-1' }, frame],
    ],
    ['a time that is no number', 400, /\.$/u, [sentPrompt, length, { ...second, content: 'soon' }, frame]],
    ['no length', 400, narrationErrors.noLength, [sentPrompt, second, frame]],
    [
      'a length of zero',
      400,
      narrationErrors.lengthNotPositive,
      [sentPrompt, { ...length, content: '0' }, second, frame],
    ],
    [
      'a length that is no number',
      400,
      narrationErrors.lengthNotNumber,
      [sentPrompt, { ...length, content: 'Infinity' }, second, frame],
    ],
    [
      'a video that is too long',
      422,
      narrationMessages.tooLong,
      [sentPrompt, { ...length, content: '601' }, second, frame],
    ],
    [
      'a frame that is no JPEG',
      400,
      /not a JPEG/u,
      [sentPrompt, length, second, { ...frame, content: '<svg/>' }],
    ],
    ['a frame that only begins like a JPEG', 422, /damaged/u, [sentPrompt, length, second, frame]],
    ['a frame of no bytes', 400, /not a JPEG/u, [sentPrompt, length, second, { ...frame, content: '' }]],
    [
      'a frame of 13 MB',
      413,
      requestErrors.fileTooLarge,
      [sentPrompt, length, second, { ...frame, content: Buffer.alloc(13 * mebibyte) }],
    ],
    ['a video that is none', 422, /\.$/u, [sentPrompt, video]],
    ['no prompt', 400, narrationErrors.noPrompt, [length, second, frame]],
  ])('%s is answered with %i', async (_title, status, sentence, parts) => {
    expectProblem(await post(...parts), status, sentence);
  });
});

describe('POST /api/free/script', () => {
  const good = { analysis: 'A rabbit.', prompt: secret, language: 'English', durationSeconds: 10 };

  test.each<[string, number, RegExp | Message<string>, unknown]>([
    ['no body', 400, /\.$/u, ''],
    ['half a body', 400, /\.$/u, '{"prompt": "my mother'],
    ['an array', 400, /\.$/u, [good]],
    ['null', 400, /\.$/u, 'null'],
    ['no analysis', 400, narrationErrors.noAnalysis, { ...good, analysis: undefined }],
    ['an array for a text', 400, narrationErrors.noPrompt, { ...good, prompt: [secret] }],
    ['an unknown language', 400, narrationErrors.unknownLanguage, { ...good, language: 'Klingon' }],
    ['a length below zero', 400, narrationErrors.lengthNotPositive, { ...good, durationSeconds: -1 }],
    [
      'an analysis of 30,000 characters',
      400,
      narrationErrors.analysisTooLong,
      { ...good, analysis: 'x'.repeat(30_000) },
    ],
    ['a body of 2 MB', 413, /\.$/u, { ...good, analysis: 'x'.repeat(2 * mebibyte) }],
    ['a million levels', 413, /\.$/u, `${'['.repeat(1e6)}${']'.repeat(1e6)}`],
    ['half a million levels', 400, /\.$/u, `${'['.repeat(5e5)}${']'.repeat(5e5)}`],
    ['a foreign prototype', 400, /\.$/u, '{"__proto__": {"isAdmin": true}}'],
  ])('%s is answered with %i', async (_title, status, sentence, body) => {
    expectProblem(await client.postJson('/api/free/script', body), status, sentence);
  });

  test('a form is not taken', async () => {
    expectProblem(await client.postForm('/api/free/script', makeRawForm([sentPrompt])), 400);
  });

  test('text without a type is not taken', async () => {
    expectProblem(await client.postForm('/api/free/script', 'hello', { 'content-type': 'text/plain' }), 415);
  });
});

describe.each(['/api/free/rewrite', '/api/rewrite'])('POST %s', path => {
  const good = { script: secret, language: 'English', change: 'shorten', durationSeconds: 10 };

  test.each<[string, number, RegExp | Message<string>, unknown]>([
    ['no body', 400, /\.$/u, ''],
    ['an array', 400, /\.$/u, [good]],
    ['no script', 400, narrationMessages.noScript, { ...good, script: undefined }],
    ['a blank script', 400, narrationMessages.noScript, { ...good, script: ' \n' }],
    ['an array for a text', 400, narrationMessages.noScript, { ...good, script: [secret] }],
    ['an unknown language', 400, narrationErrors.unknownLanguage, { ...good, language: 'Klingon' }],
    ['another change', 400, narrationErrors.unknownChange, { ...good, change: 'translate' }],
    ['no length', 400, narrationErrors.lengthNotNumber, { ...good, durationSeconds: undefined }],
    ['a length of zero', 400, narrationErrors.lengthNotPositive, { ...good, durationSeconds: 0 }],
    [
      'a recording without a length',
      400,
      narrationErrors.recordingNotPositive,
      { ...good, spokenSeconds: 0 },
    ],
    ['a recording of no number', 400, narrationErrors.recordingNotNumber, { ...good, spokenSeconds: 'soon' }],
    [
      'a prompt of 5,000 characters',
      400,
      narrationErrors.promptTooLong,
      { ...good, prompt: 'x'.repeat(5000) },
    ],
    [
      'a script of 30,000 characters',
      413,
      narrationErrors.scriptTooLongToRewrite,
      { ...good, script: 'Hello. '.repeat(4300) },
    ],
    ['a body of 2 MB', 413, /\.$/u, { ...good, script: 'x'.repeat(2 * mebibyte) }],
    ['a script that fits', 409, /already fits/u, { ...good, script: 'Hello. Bye.' }],
    [
      'a prompt for more where nobody writes',
      400,
      narrationMessages.cannotLengthen,
      { ...good, change: 'lengthen' },
    ],
  ])('%s is answered with %i', async (_title, status, sentence, body) => {
    expectProblem(await client.postJson(path, body), status, sentence);
  });
});

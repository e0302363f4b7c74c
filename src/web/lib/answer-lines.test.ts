import { expect, test } from 'vitest';
import { progressLineSchema } from '#shared/api/progress.ts';
import { answerMessages } from '#shared/messages/answers.ts';
import { t } from '#shared/messages/message.ts';
import { AnswerLineReader, readAnswerLines, requireResult } from './answer-lines.ts';

test('lines are complete for chunks of any size', () => {
  const text = '{"stage":"writing the script"}\n\n{"delta":"Ça "}\n{"script":"Ça va."}';
  for (let size = 1; size <= text.length; size++) {
    const reader = new AnswerLineReader(progressLineSchema);
    const lines = [];
    for (let at = 0; at < text.length; at += size) lines.push(...reader.read(text.slice(at, at + size)));
    lines.push(...reader.read('\n'));
    expect(lines).toEqual([{ stage: 'writing the script' }, { delta: 'Ça ' }, { script: 'Ça va.' }]);
  }
});

test('a response is read line by line, in chunks cut anywhere', async () => {
  const bytes = new TextEncoder().encode('{"delta":"Ça "}\n{"script":"Ça va."}');
  const body = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
      controller.close();
    },
  });
  const lines = await Array.fromAsync(
    readAnswerLines(new Response(body), progressLineSchema, new AbortController().signal),
  );
  expect(lines).toEqual([{ delta: 'Ça ' }, { script: 'Ça va.' }]);
});

test('an error line becomes an error', () => {
  const reader = new AnswerLineReader(progressLineSchema);
  const line = '{"error":{"code":"provider_busy","message":"Busy."}}\n';
  expect(() => [...reader.read(line)]).toThrow(
    expect.objectContaining({ code: 'provider_busy', message: 'Busy.' }),
  );
});

test('an unreadable line becomes an error with a message', () => {
  for (const line of ['{"delta":', '{"unknown":1}', '<html>'])
    expect(() => [...new AnswerLineReader(progressLineSchema).read(`${line}\n`)]).toThrow(
      t(answerMessages.unreadable),
    );
});

test('a stream that ends without a result is incomplete', () => {
  expect(requireResult('a script')).toBe('a script');
  expect(() => requireResult(undefined)).toThrow(t(answerMessages.incomplete));
});

test('lines before an error are reported, also when both arrive together', () => {
  const reported: unknown[] = [];
  const lines = new AnswerLineReader(progressLineSchema).read(
    '{"delta":"A dog"}\n{"error":{"code":"provider_busy","message":"Busy."}}\n',
  );
  expect(() => {
    for (const line of lines) reported.push(line);
  }).toThrow('Busy.');
  expect(reported).toEqual([{ delta: 'A dog' }]);
});

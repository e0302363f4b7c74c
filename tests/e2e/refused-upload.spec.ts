import { expect, test } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { type ServerProcess, startServerProcess } from '../support/start-server.ts';
import { makePerson, signUp } from './people.ts';

const mebibyte = 1024 ** 2;

let server: ServerProcess;
test.beforeAll(async () => {
  server = await startServerProcess({ MAX_VIDEO_BYTES: String(mebibyte) });
});
test.afterAll(() => server[Symbol.asyncDispose]());

// 200 MB is more than the server drains: it closes the connection during the upload.
for (const megabytes of [20, 200]) {
  test(`a browser that sends ${megabytes} MB too much shows the refusal`, {
    tag: megabytes === 20 ? [] : '@long',
  }, async ({ page }) => {
    await signUp(page, makePerson(), server.url);
    await page.goto(server.url);
    const answer = await page.evaluate(async size => {
      const form = new FormData();
      const piece = new Uint8Array(1024 * 1024);
      form.set('video', new Blob(Array.from({ length: size }, () => piece)), 'long.mp4');
      const response = await fetch('/create_script', { method: 'POST', body: form });
      return { status: response.status, body: await response.json() };
    }, megabytes);
    expect(answer).toMatchObject({
      status: 413,
      body: { error: { code: 'too_large', message: t(requestErrors.fileTooLarge, { limit: '1 MB' }) } },
    });
  });
}

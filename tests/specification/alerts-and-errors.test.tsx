import { readFileSync } from 'node:fs';
import { EmailJSResponseStatus } from '@emailjs/browser';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { CodedError } from '#shared/errors.ts';
import { accountMessages } from '#shared/messages/accounts.ts';
import { contactMessages } from '#shared/messages/contact.ts';
import { dashboardMessages } from '#shared/messages/dashboard.ts';
import { t } from '#shared/messages/message.ts';
import { Providers } from '../../src/web/app/page.tsx';
import { findCallRecord, makeRecordedPatterns } from '../../src/web/app/record-errors.ts';
import { ErrorPage } from '../../src/web/app/router.tsx';
import { serializeSendError } from '../../src/web/features/contact/contact-page.tsx';
import { alertFailure } from '../../src/web/features/free-page/home-page.tsx';
import { callServer } from '../../src/web/lib/call-server.ts';
import { describeFailure } from '../../src/web/lib/failures.ts';
import { readSpecifiedConstants } from './read-constants.ts';

// The early error handler listens to the window when it is imported.
vi.hoisted(() => vi.stubGlobal('window', new EventTarget()));
vi.unstubAllGlobals();

const { alerts, errors, errorRecording } = readSpecifiedConstants();

afterEach(() => vi.unstubAllGlobals());

test("the page's alerts match the specification", () => {
  expect(t(contactMessages.sent)).toBe(alerts.contactSent);
  expect(t(accountMessages.enterName)).toBe(alerts.registrationWithoutName);
  expect(t(accountMessages.resetSent)).toBe(alerts.resetSent);
  expect(t(dashboardMessages.noProfile)).toBe(alerts.noProfile);
});

test("the free page's alert of a failure matches the specification", () => {
  const alert = vi.fn();
  vi.stubGlobal('window', { alert });
  alertFailure('write');
  alertFailure('speak');
  expect(alert.mock.calls).toEqual([[alerts.narrationFailed], [alerts.audioFailed]]);
  // Where trying again would fail again, nobody is asked to.
  const refused = new CodedError('unspeakable_script');
  alertFailure('speak', refused);
  expect(alert).toHaveBeenLastCalledWith(refused.message);
});

test("the contact form's alert has status and text of a failure", () => {
  const failure = new EmailJSResponseStatus(400, 'The template ID not found');
  expect(serializeSendError(failure)).toBe(alerts.contactFailed);
});

test('an error of a route is shown under the specified heading, with its status', () => {
  const router = createMemoryRouter([{ path: '/', ErrorBoundary: ErrorPage, element: null }], {
    initialEntries: ['/nowhere'],
  });
  const html = renderToStaticMarkup(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  router.dispose();
  expect(html).toContain(`<h1>${errors.routeError}</h1>`);
  expect(html).toContain('404 Not Found');
});

test('the message about an unreachable server matches the specification', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const failure = await callServer('/api/me').catch((error: unknown) => error);
  expect(describeFailure(failure)).toBe(errors.unreachable);
});

test('an error recording has the calls and headers of the specification, and no others', () => {
  const origin = 'https://benshi.example.org';
  const patterns = makeRecordedPatterns(origin);
  expect(patterns).toHaveLength(errorRecording.calls.length);
  for (const [index, path] of errorRecording.calls.entries()) {
    expect(findCallRecord(path, origin)).toBe('whole');
    expect(patterns[index]?.test(origin + path)).toBe(true);
  }
  const recorder = readFileSync('src/web/app/record-errors.ts', 'utf8');
  const [, headers = ''] = /networkResponseHeaders: \[(.*?)\]/su.exec(recorder) ?? [];
  expect([...headers.matchAll(/'([^']*)'/gu)].map(([, name]) => name)).toEqual(errorRecording.headers);
});

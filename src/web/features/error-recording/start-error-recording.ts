import type { ConfigAnswer } from '#shared/api/config.ts';
import { connectRecorder, dropErrors } from '../../lib/early-errors.ts';

/** Loads the error recorder once the page is rendered and idle, if the server has a DSN. Never rejects: the page works without it. */
export async function startErrorRecording(config: Promise<Pick<ConfigAnswer, 'sentryDsn'>>): Promise<void> {
  try {
    const [{ sentryDsn }] = await Promise.all([config, waitUntilIdle()]);
    if (sentryDsn === undefined) return dropErrors();
    const { recordErrors } = await import('./record-errors.ts');
    connectRecorder(recordErrors(sentryDsn));
  } catch {
    dropErrors();
  }
}

/** Longest wait for a page that is never rendered, because its tab is hidden, or never idle. */
const longestWaitMs = 5000;

async function waitUntilIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise(resolve => window.addEventListener('load', resolve, { once: true }));
  await waitUntilDrawn();
  await new Promise(resolve => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: longestWaitMs });
    else setTimeout(resolve, 500);
  });
}

function waitUntilDrawn(): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, longestWaitMs);
    new PerformanceObserver((paints, observer) => {
      if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      resolve();
    }).observe({ type: 'paint', buffered: true });
  });
}

import type { ConfigAnswer } from '#shared/api/config.ts';
import { forgetErrors, handErrorsTo } from './early-errors.ts';

/**
 * Once the page is drawn and has nothing to do: loads the recorder of errors where the server names a place for them.
 * Where it names none, nothing is loaded. Never rejects: a page without its recorder is as good as any.
 */
export async function startErrorRecording(
  loadConfig: () => Promise<Pick<ConfigAnswer, 'sentryDsn'>>,
): Promise<void> {
  try {
    await waitUntilIdle();
    const { sentryDsn } = await loadConfig();
    if (sentryDsn === undefined) return forgetErrors();
    const { recordErrors } = await import('./record-errors.ts');
    handErrorsTo(recordErrors(sentryDsn));
  } catch {
    forgetErrors();
  }
}

async function waitUntilIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise(resolve => window.addEventListener('load', resolve, { once: true }));
  await new Promise(resolve => requestAnimationFrame(resolve));
  await new Promise(resolve => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 5000 });
    else setTimeout(resolve, 500);
  });
}

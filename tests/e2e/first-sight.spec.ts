import type { Page } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { publicPagePaths } from '#shared/pages.ts';
import { measureFirstLoad } from '../support/measure-first-load.ts';
import { expect, test } from './fixtures.ts';
import { dropFiles, findStudio, makeVideoFile } from './studio-page.ts';

interface WatchedWindow extends Window {
  violations: string[];
}

/** Collects violations of the security policy. Call before opening a page. */
async function watchPolicy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    document.addEventListener('securitypolicyviolation', event =>
      violations.push(`${event.violatedDirective}: ${event.blockedURI}`),
    );
  });
}

/** The quick run takes two public pages: the studio and a form. */
const tagRow = (path: string) => (['/', '/contact'].includes(path) ? [] : '@long');

for (const path of publicPagePaths)
  test(`${path} leaves the console empty and violates no policy`, {
    tag: tagRow(path),
  }, async ({ page }) => {
    const words: string[] = [];
    page.on('console', message => words.push(message.text()));
    await watchPolicy(page);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Shown once the page is hydrated.
    await page.getByRole('button', { name: /^Switch to/u }).click();
    await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
    expect(words).toEqual([]);
    expect(await page.evaluate(() => (window as unknown as WatchedWindow).violations)).toEqual([]);
  });

/** Holds the page's scripts back. @returns releases them */
async function holdScripts(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async route => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

test('the first load is at most 200 kB of JavaScript and 25 kB of styles, compressed', async () => {
  const { scriptBytes, styleBytes } = await measureFirstLoad('dist/web');
  expect(scriptBytes).toBeLessThanOrEqual(200_000);
  expect(styleBytes).toBeLessThanOrEqual(25_000);
});

test('input before hydration is kept and used', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  const prompt = page.getByRole('textbox', { name: t(studioMessages.prompt), exact: true });
  await prompt.fill('Like a fairy tale.');
  release();
  await expectPrompt(page, 'Like a fairy tale.');
});

test('a choice before hydration is kept and used', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('radio', { name: t(studioMessages.timed) }).check();
  release();
  await expect(page.getByRole('radio', { name: t(studioMessages.timed) })).toBeChecked();
});

/** The page has read the prompt when it does not ask for one any more. */
async function expectPrompt(page: Page, prompt: string): Promise<void> {
  await expect(page.locator('p').getByText(t(studioStatusMessages.addVideoAndVoice))).toBeVisible();
  await expect(page.getByRole('textbox', { name: t(studioMessages.prompt), exact: true })).toHaveValue(
    prompt,
  );
}

/** The page fires an event after collecting early input, long before it is drawn. */
async function reportHydration(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let held: unknown;
    Object.defineProperty(window, 'heldPresses', {
      get: () => held,
      set: value => {
        held = value;
        if (value === undefined) queueMicrotask(() => window.dispatchEvent(new Event('being taken over')));
      },
    });
  });
}

test('input during hydration is kept and used', async ({ page }) => {
  await reportHydration(page);
  await page.addInitScript(() => {
    window.addEventListener('being taken over', type);
    function type() {
      const prompt = document.querySelector('textarea');
      if (!prompt) return;
      prompt.value = 'Like a fairy tale.';
      prompt.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
  await page.goto('/');
  await expectPrompt(page, 'Like a fairy tale.');
});

test('a press before hydration takes effect after it', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Sign in / Sign up' }).click();
  release();
  await expect(page.getByRole('dialog', { name: 'Login' })).toBeVisible();
});

test('a video dropped before hydration is accepted after it', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await dropFiles(page, [await makeVideoFile()]);
  release();
  await expect(findStudio(page).preview).toBeVisible();
});

test('a video dropped during hydration is accepted, too', async ({ page }) => {
  const { name, mimeType, buffer } = await makeVideoFile();
  await reportHydration(page);
  await page.addInitScript(
    ({ name, mimeType, bytes }) => {
      window.addEventListener('being taken over', letGo);
      function letGo() {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }));
        const options = { dataTransfer, bubbles: true, cancelable: true };
        const isLeftToBrowser = document.body.dispatchEvent(new DragEvent('drop', options));
        if (isLeftToBrowser) throw new Error('The browser would open the video in place of the page.');
      }
    },
    { name, mimeType, bytes: [...buffer] },
  );
  await page.goto('/');
  await expect(findStudio(page).preview).toBeVisible();
});

test('a form submitted before hydration puts nothing into the address', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('E-mail Address').fill('someone@example.org');
  await page.getByLabel('Password', { exact: true }).fill('not the right one');
  await page.getByLabel('Password', { exact: true }).press('Enter');
  expect(new URL(page.url()).search).toBe('');
  page.on('dialog', dialog => void dialog.accept());
  const sent = page.waitForRequest('**/sign-in/email');
  release();
  expect((await sent).postDataJSON()).toMatchObject({ email: 'someone@example.org' });
});

test('stored colours apply before the first script runs', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await page.getByRole('button', { name: t(pageMessages.useDarkColours) }).click();
  const release = await holdScripts(page);
  await page.goto('/contact', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
  release();
  await expect(page.getByRole('button', { name: t(pageMessages.useLightColours) })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const path of publicPagePaths)
    test(`${path} is readable`, { tag: tagRow(path) }, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
    });
});

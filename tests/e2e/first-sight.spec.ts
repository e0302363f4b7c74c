import type { Page } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { publicPagePaths } from '#shared/pages.ts';
import { measureFirstLoad } from '../support/measure-first-load.ts';
import { expect, test } from './fixtures.ts';
import { findStudio, makeVideoFile } from './studio-page.ts';

interface WatchedWindow extends Window {
  violations: string[];
}

/** What the security policy refuses, also what the page would never hear of. To be called before a page is opened. */
async function watchPolicy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    document.addEventListener('securitypolicyviolation', event =>
      violations.push(`${event.violatedDirective}: ${event.blockedURI}`),
    );
  });
}

/** What looks at every public page takes two of them in the quick run: the studio and a form. */
const tagRow = (path: string) => (['/', '/contact'].includes(path) ? [] : '@long');

for (const path of publicPagePaths)
  test(`a visit to ${path} leaves no word in the console, and asks for nothing that the policy refuses`, {
    tag: tagRow(path),
  }, async ({ page }) => {
    const words: string[] = [];
    page.on('console', message => words.push(message.text()));
    await watchPolicy(page);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // It listens.
    await page.getByRole('button', { name: /^Switch to/u }).click();
    await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
    expect(words).toEqual([]);
    expect(await page.evaluate(() => (window as unknown as WatchedWindow).violations)).toEqual([]);
  });

/** Keeps the page's scripts back. @returns lets them through */
async function holdScripts(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async route => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

test('the first load is at most 150 kB of JavaScript and 25 kB of styles, compressed', async () => {
  const { scriptBytes, styleBytes } = await measureFirstLoad('dist/web');
  expect(scriptBytes).toBeLessThanOrEqual(150_000);
  expect(styleBytes).toBeLessThanOrEqual(25_000);
});

test('what is typed before the page listens stays, and counts', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  const prompt = page.getByRole('textbox', { name: t(studioMessages.prompt), exact: true });
  await prompt.fill('Like a fairy tale.');
  release();
  // The page has a draft of it as soon as it knows it.
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(Object.values(sessionStorage))))
    .toContain('Like a fairy tale.');
  await expect(prompt).toHaveValue('Like a fairy tale.');
});

/** The page fires an event right after it has collected what was done before it listens, and long before it is drawn. */
async function reportOfTakingOver(page: Page): Promise<void> {
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

test('what is typed while the page begins to listen stays, and counts', async ({ page }) => {
  await reportOfTakingOver(page);
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
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(Object.values(sessionStorage))))
    .toContain('Like a fairy tale.');
  await expect(page.getByRole('textbox', { name: t(studioMessages.prompt), exact: true })).toHaveValue(
    'Like a fairy tale.',
  );
});

test('what is pressed before the page listens is done then', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Sign in / Sign up' }).click();
  release();
  await expect(page.getByRole('dialog', { name: 'Login' })).toBeVisible();
});

test('a video that is let go before the page listens is taken then', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  const { name, mimeType, buffer } = await makeVideoFile();
  const transfer = await page.evaluateHandle(
    ({ name, mimeType, bytes }) => {
      const held = new DataTransfer();
      held.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }));
      return held;
    },
    { name, mimeType, bytes: [...buffer] },
  );
  const foot = page.getByRole('contentinfo');
  await foot.dispatchEvent('drop', { dataTransfer: transfer });
  release();
  await expect(findStudio(page).preview).toBeVisible();
});

test('a video that is let go while the page begins to listen is taken, too', async ({ page }) => {
  const { name, mimeType, buffer } = await makeVideoFile();
  await reportOfTakingOver(page);
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

test('a form that is sent before the page listens puts nothing into the address', async ({ page }) => {
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

test('colours that were chosen here are there before the first script of the page', async ({ page }) => {
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
    test(`${path} can be read`, { tag: tagRow(path) }, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
    });
});

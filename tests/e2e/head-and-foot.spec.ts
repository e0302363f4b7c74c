import type { Page } from '@playwright/test';
import { publicPagePaths } from '#shared/pages.ts';
import { expectNoOverhang } from './accessibility.ts';
import { findAccountForm, findDashboard, logIn } from './account-page.ts';
import { expect, test } from './fixtures.ts';
import { endSession, signUp, signUpPremium } from './people.ts';

function findHead(page: Page) {
  const head = page.getByRole('banner');
  return {
    head,
    home: head.getByRole('link', { name: 'Benshi' }),
    lights: head.getByRole('button', { name: /^Switch to/ }),
    signIn: head.getByRole('button', { name: 'Sign in / Sign up' }),
    dashboard: head.getByRole('link', { name: 'Dashboard' }),
    account: head.getByRole('link', { name: 'Account' }),
  };
}

/** Positions of the head's elements, in whole pixels. */
async function measureHead(page: Page) {
  const { head, home, lights } = findHead(page);
  const boxes = await Promise.all([head, home, lights].map(part => part.boundingBox()));
  return boxes.map(box => box && [box.x, box.y, box.width, box.height].map(Math.round));
}

test('head and foot are the same on every page, and nothing overflows', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const expected = new Map<number, unknown>();
  const expectSame = async (address: string) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const { signIn, account, dashboard } = findHead(page);
    await expect(signIn.or(account).or(dashboard).first()).toBeVisible();
    for (const width of [360, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const measured = await measureHead(page);
      expect(measured, `${address} at ${width} px`).toEqual(expected.get(width) ?? measured);
      expected.set(width, measured);
      await expectNoOverhang(page);
    }
    await expectFoot(page);
  };
  for (const address of publicPagePaths) await expectSame(address);
  await signUp(page);
  for (const address of ['/dashboard', '/account', '/premium']) await expectSame(address);
});

test('plans, privacy and account use the full width', { tag: '@long' }, async ({ page }) => {
  await signUp(page);
  for (const address of ['/premium', '/privacy', '/account']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of [1440, 1024, 768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => measureUnusedWidth(page), { message: address }).toBeLessThan(8);
    }
  }
});

/** The foot's links, reached by scrolling also where the page itself does not scroll. */
async function expectFoot(page: Page): Promise<void> {
  const foot = page.getByRole('contentinfo');
  await expect(foot.getByRole('link')).toHaveText(['Home', 'Plans', 'Contact', 'Privacy', 'Source code']);
  await foot.getByRole('link', { name: 'Privacy' }).scrollIntoViewIfNeeded();
  await expect(foot.getByRole('link', { name: 'Privacy' })).toBeInViewport();
}

/** Unused width at the right of the content, in pixels. */
function measureUnusedWidth(page: Page): Promise<number> {
  return page.evaluate(() => {
    const main = document.querySelector('main') as HTMLElement;
    const ends = [...main.querySelectorAll('table, ul, section')].map(
      element => element.getBoundingClientRect().right,
    );
    const end = main.getBoundingClientRect().right;
    return end - Math.max(...ends);
  });
}

test('a signed-in person reaches their dashboard from every page', async ({ page, mailServer }) => {
  await signUp(page);
  await page.goto('/contact');
  await expect(findHead(page).signIn).toHaveCount(0);
  await findHead(page).dashboard.click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(findDashboard(page).heading).toContainText('Welcome, ');
  await expect(findHead(page).dashboard).toHaveCount(0);
  await endSession(page);
  await signUpPremium(page, mailServer);
  await page.goto('/privacy');
  await findHead(page).dashboard.click();
  await expect(page).toHaveURL(/\/DashboardPremium$/);
});

test('a visitor signs in on the current page, and the focus stays in the head', async ({ page }) => {
  const person = await signUp(page);
  await endSession(page);
  await page.goto('/premium');
  await findHead(page).signIn.click();
  await logIn(page, person);
  await expect(findHead(page).dashboard).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/premium$/);
});

test('a link in the login dialog closes it', async ({ page }) => {
  await page.goto('/register');
  await findHead(page).signIn.click();
  await page.getByRole('dialog').getByRole('link', { name: 'Register' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(findAccountForm(page).register).toBeVisible();
});

test('the layout does not move when the session becomes known', { tag: '@long' }, async ({ page }) => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  await signUp(page);
  await page.route('**/api/auth/get-session', async route => {
    await mayAnswer;
    await route.continue();
  });
  await page.goto('/premium');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(findHead(page).dashboard).toHaveCount(0);
  const measure = async () => [await measureHead(page), await page.getByRole('table').boundingBox()];
  const before = await measure();
  answer();
  await expect(findHead(page).dashboard).toBeVisible();
  expect(await measure()).toEqual(before);
});

test('a scroll position before hydration is kept', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 500 });
  const readScroll = () => page.evaluate(() => window.scrollY);
  const { promise: hasScrolled, resolve: letScripts } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async route => {
    await hasScrolled;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.mouse.wheel(0, 600);
  await expect.poll(readScroll).toBeGreaterThan(300);
  letScripts();
  // React marks the elements that it hydrates.
  const { signIn } = findHead(page);
  await expect.poll(() => signIn.evaluate(button => Object.keys(button).length)).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  expect(await readScroll()).toBeGreaterThan(300);
});

test('a scroll position during hydration is kept, also when the scroll event is late', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 500 });
  await page.addInitScript(() => {
    window.addEventListener('scroll', event => event.stopImmediatePropagation(), { capture: true });
    // The router's first step, between the script's start and the first drawing.
    window.addEventListener = new Proxy(window.addEventListener, {
      apply(listen, target, [type, ...rest]) {
        if (type === 'popstate') window.scrollTo(0, 400);
        Reflect.apply(listen, target, [type, ...rest]);
      },
    });
  });
  await page.goto('/');
  const { signIn } = findHead(page);
  await expect.poll(() => signIn.evaluate(button => Object.keys(button).length)).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  // Without its typefaces the page was shorter.
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
});

test('a reload keeps the scroll position, and a newly opened address begins at its top', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 500 });
  const readScroll = () => page.evaluate(() => window.scrollY);
  await page.goto('/');
  await expect(findHead(page).signIn).toBeVisible();
  await page.mouse.wheel(0, 600);
  await expect.poll(readScroll).toBeGreaterThan(300);
  await page.reload();
  await expect(findHead(page).signIn).toBeVisible();
  await expect.poll(readScroll).toBeGreaterThan(300);
  await page.goto('/contact');
  await expect(findHead(page).signIn).toBeVisible();
  await page.goto('/');
  await expect(findHead(page).signIn).toBeVisible();
  expect(await readScroll()).toBe(0);
});

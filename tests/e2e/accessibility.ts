import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Expects no axe violation in light and dark colours, once animations have ended. Leaves the page in light colours. */
export async function expectNoViolation(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolationOf(page, new AxeBuilder({ page }).setLegacyMode().withRules('color-contrast'));
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoViolationOf(page, new AxeBuilder({ page }).setLegacyMode());
}

async function expectNoViolationOf(page: Page, axe: AxeBuilder): Promise<void> {
  await waitForRest(page);
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(node => `${node.html} ${node.failureSummary}`).join(' ')}`,
  );
  expect(found).toEqual([]);
}

/**
 * Late typefaces move the layout, and colours in transition have the wrong contrast. Ends the transitions instead of
 * waiting for them: a headless browser that draws no frame never gets to their end.
 */
async function waitForRest(page: Page): Promise<void> {
  await page.waitForFunction(() => document.fonts.status === 'loaded', undefined, { polling: 50 });
  // The end of one can start another in what inherits from it.
  await page.waitForFunction(
    () => {
      const changes = document.getAnimations().filter(each => each instanceof CSSTransition);
      for (const change of changes) change.finish();
      return changes.length === 0;
    },
    undefined,
    { polling: 50 },
  );
}

/** No part of the page is wider than the window. */
export async function expectNoOverhang(page: Page): Promise<void> {
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overhang).toBeLessThanOrEqual(0);
}

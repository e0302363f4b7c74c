import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Nothing that axe finds on what the page shows, once it has come to rest. */
export async function expectNoViolation(page: Page): Promise<void> {
  await waitForRest(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(node => `${node.html} ${node.failureSummary}`).join(' ')}`,
  );
  expect(found).toEqual([]);
}

/**
 * Colours that change take their time, and half way between light and dark nothing can be read; a typeface that comes late
 * moves what is being looked at. Two frames, so that the page has heard of another colour scheme; then until no change is
 * under way, nor one that follows from it.
 */
async function waitForRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const drawn = () => new Promise(resolve => requestAnimationFrame(resolve));
    await drawn();
    await drawn();
    const listChanges = () => document.getAnimations().filter(each => each instanceof CSSTransition);
    for (let changes = listChanges(); changes.length > 0; changes = listChanges()) {
      await Promise.allSettled(changes.map(change => change.finished));
      await drawn();
    }
  });
}

/** No part of the page is wider than the window. */
export async function expectNoOverhang(page: Page): Promise<void> {
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overhang).toBeLessThanOrEqual(0);
}

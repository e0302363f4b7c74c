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

/** Colour transitions take time, and late typefaces move the layout. Waits two frames, then until no animation runs. */
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

import { expect, type Locator, type Page } from '@playwright/test';
import { findVoiceList } from './voice-list-page.ts';

/** What a person uses the page with. */
export interface Hands {
  press(target: Locator): Promise<void>;
  fill(field: Locator, text: string): Promise<void>;
  /** A radio button, or a tab. */
  choose(target: Locator): Promise<void>;
  chooseVideo(input: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>;
  chooseVoice(field: Locator, name: string): Promise<void>;
}

export function useMouse(page: Page): Hands {
  return {
    press: target => target.click(),
    // As pasted from the menu of the mouse.
    fill: (field, text) => field.fill(text),
    choose: target => target.click(),
    async chooseVideo(input, file) {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.locator(`label[for="${await input.getAttribute('id')}"]`).click(),
      ]);
      await chooser.setFiles(file);
    },
    async chooseVoice(field, name) {
      await field.click();
      await findVoiceList(page).voice(name).click();
    },
  };
}

/** Presses Tab from one control to the next, as a person without a mouse does. */
export function useKeyboard(page: Page): Hands {
  const { keyboard } = page;
  const hasFocus = (target: Locator) => target.evaluate(each => each === document.activeElement);
  async function tabTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    for (let tabs = 0; tabs < 80 && !(await hasFocus(target)); tabs++) await keyboard.press('Tab');
    await expect(target).toBeFocused();
  }
  return {
    async press(target) {
      await tabTo(target);
      await keyboard.press('Enter');
    },
    async fill(field, text) {
      await tabTo(field);
      await keyboard.press('ControlOrMeta+a');
      await keyboard.insertText(text);
    },
    async choose(target) {
      const isChosen = () =>
        target.evaluate(each =>
          each instanceof HTMLInputElement ? each.checked : each.getAttribute('aria-selected') === 'true',
        );
      const isInGroup = () =>
        target.evaluate(each => {
          const { activeElement } = document;
          if (!(each instanceof HTMLInputElement))
            return each.parentElement?.contains(activeElement) === true;
          return activeElement instanceof HTMLInputElement && activeElement.name === each.name;
        });
      await expect(target).toBeVisible();
      for (let tabs = 0; tabs < 80 && !(await isInGroup()); tabs++) await keyboard.press('Tab');
      for (let steps = 0; steps < 12 && !(await isChosen()); steps++) await keyboard.press('ArrowDown');
      expect(await isChosen()).toBe(true);
    },
    async chooseVideo(input, file) {
      await tabTo(input);
      // Enter opens the system's dialog, which a test cannot use.
      await input.setInputFiles(file);
    },
    async chooseVoice(field, name) {
      await tabTo(field);
      await keyboard.press('ArrowDown');
      const { names } = findVoiceList(page);
      await expect(names.first()).toBeVisible();
      const place = (await names.allTextContents()).indexOf(name);
      for (let steps = 0; steps < place; steps++) await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
    },
  };
}

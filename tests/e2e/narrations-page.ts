import type { Page } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { narrationsMessages } from '#shared/messages/narrations.ts';
import { newCutMessages } from '#shared/messages/new-cut.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { versionsMessages } from '#shared/messages/versions.ts';
import { workspaceMessages } from '#shared/messages/workspace.ts';
import { toPattern } from '../support/message-pattern.ts';
import { findStudio } from './studio-page.ts';

/** The list of the narrations in this browser. */
export function findNarrations(page: Page) {
  const dialog = page.getByRole('dialog', { name: t(narrationsMessages.title) });
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  const nameMenu = page.getByRole('button', { name: toPattern(workspaceMessages.narrationMenu) });
  const ownButton = page.getByRole('button', { name: t(studioMessages.yourNarrations) });
  return {
    /** What the list is opened with: the menu of the narration's name beside a script, else a button. */
    opener: nameMenu.or(ownButton),
    show: async (): Promise<void> => {
      await nameMenu.or(ownButton).click();
      if (await nameMenu.isVisible())
        await page.getByRole('menuitem', { name: t(workspaceMessages.allNarrations) }).click();
    },
    dialog,
    rows: dialog.getByRole('listitem'),
    row: (name: string) => dialog.getByRole('listitem').filter({ hasText: name }),
    open: (name: string) => button(t(narrationsMessages.open, { name })),
    rename: (name: string) => button(t(narrationsMessages.renameThis, { name })),
    duplicate: (name: string) => button(t(narrationsMessages.duplicateThis, { name })),
    remove: (name: string) => button(t(narrationsMessages.removeThis, { name })),
    undo: button(t(narrationsMessages.undo)),
    name: dialog.getByRole('textbox', { name: t(narrationsMessages.name) }),
    create: button(t(narrationsMessages.create)),
    removeAll: button(t(narrationsMessages.removeAll)),
    close: button('Close'),
  };
}

/** What the bar says once everything is on the account. */
export function findSaved(page: Page) {
  return page
    .getByRole('region', { name: t(workspaceMessages.bar), exact: true })
    .getByText(t(workspaceMessages.saved), { exact: true });
}

/** The menu of versions and languages. */
export function findVersions(page: Page) {
  const shown = page.getByRole('button', { name: toPattern(versionsMessages.shown) });
  const items = page.getByRole('menuitemradio');
  const press = async (name: string) => {
    await shown.click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  /** Opens the menu for a look at it. */
  const look = async <Seen>(see: () => Promise<Seen>): Promise<Seen> => {
    await shown.click();
    await items.first().waitFor();
    const seen = await see();
    await page.keyboard.press('Escape');
    await items.first().waitFor({ state: 'hidden' });
    return seen;
  };
  const list = (group: string) =>
    look(() =>
      page.getByRole('group', { name: group, exact: true }).getByRole('menuitemradio').allTextContents(),
    );
  return {
    shown,
    choose: async (name: string | RegExp) => {
      await shown.click();
      await items.filter({ hasText: name }).click();
    },
    listVersions: () => list(t(versionsMessages.versions)),
    listLanguages: () => list(t(versionsMessages.languages)),
    addLanguage: () => press(t(versionsMessages.addLanguage)),
    rename: () => press(t(versionsMessages.rename)),
    duplicate: () => press(t(versionsMessages.duplicate)),
    remove: () => press(t(versionsMessages.remove)),
    name: page.getByRole('textbox', { name: t(versionsMessages.newName) }),
    undo: page
      .getByText(toPattern(versionsMessages.removed))
      .locator('..')
      .getByRole('button', { name: t(versionsMessages.undoRemoval) }),
  };
}

/** What is asked when another video is chosen. */
export function findVideoQuestion(page: Page) {
  const dialog = page.getByRole('dialog', { name: t(newCutMessages.anotherVideo) });
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  return {
    dialog,
    newNarration: button(t(newCutMessages.newNarration)),
    openNarration: button(t(newCutMessages.openNarration)),
    replace: button(t(newCutMessages.replace)),
    /** Of another film: a question of its own. */
    useAnyway: page.getByRole('button', { name: t(newCutMessages.useAnyway) }),
    cancel: button(t(newCutMessages.cancel)),
  };
}

/** Waits until a video with this name is the one that is narrated. */
export function findVideoName(page: Page, name: string) {
  return findStudio(page).preview.and(page.getByLabel(name, { exact: false }));
}

import type { Page } from '@playwright/test';
import { keepingMessages } from '#shared/messages/keeping.ts';
import { t } from '#shared/messages/message.ts';
import { narrationsMessages } from '#shared/messages/narrations.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { versionsMessages } from '#shared/messages/versions.ts';
import { findStudio } from './studio-page.ts';

/** The list of the narrations in this browser. */
export function findNarrations(page: Page) {
  const dialog = page.getByRole('dialog', { name: t(narrationsMessages.title) });
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  return {
    button: page.getByRole('button', { name: t(studioMessages.yourNarrations) }),
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

/** The versions beside the script. */
export function findVersions(page: Page) {
  const select = page.getByRole('combobox', { name: t(versionsMessages.version), exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  return {
    select,
    options: select.getByRole('option'),
    shown: select.locator('option:checked'),
    rename: button(t(versionsMessages.rename)),
    duplicate: button(t(versionsMessages.duplicate)),
    remove: button(t(versionsMessages.remove)),
    undo: button(t(versionsMessages.undoRemoval)),
    name: page.getByRole('textbox', { name: t(versionsMessages.newName) }),
  };
}

/** What is asked when another video is chosen. */
export function findVideoQuestion(page: Page) {
  const dialog = page.getByRole('dialog', { name: t(keepingMessages.anotherVideo) });
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  return {
    dialog,
    newNarration: button(t(keepingMessages.newNarration)),
    openNarration: button(t(keepingMessages.openNarration)),
    keepScript: button(t(keepingMessages.keepScript)),
    cancel: button(t(keepingMessages.cancel)),
  };
}

/** Waits until a video with this name is the one that is narrated. */
export function findVideoName(page: Page, name: string) {
  return findStudio(page).preview.and(page.getByLabel(name, { exact: false }));
}

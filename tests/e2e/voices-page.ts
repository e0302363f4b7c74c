import type { Page } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { musicMessages } from '#shared/messages/music.ts';
import { wordMessages } from '#shared/messages/words.ts';
import { workspaceMessages } from '#shared/messages/workspace.ts';
import { openPanel } from './studio-page.ts';

/** Roles, words and music. */
export function findVoices(page: Page) {
  const opener = page.getByRole('tab', { name: t(workspaceMessages.voices) });
  const list = page.getByRole('list', { name: t(wordMessages.title) });
  return {
    opener,
    open: async () => {
      await opener.waitFor();
      await openPanel(page, 'voices');
    },
    musicLevel: page.getByRole('slider', { name: t(musicMessages.level) }),
    words: list.getByRole('listitem'),
    addWord: page.getByRole('button', { name: t(wordMessages.add), exact: true }),
    removeWord: (word: string) =>
      list.getByRole('button', { name: t(wordMessages.removeWord, { word }), exact: true }),
  };
}

/** A word that is added or edited. */
export function findWord(page: Page) {
  const dialog = page.getByRole('dialog').filter({ hasText: t(wordMessages.sayHint).slice(0, 10) });
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  return {
    dialog,
    word: field(t(wordMessages.word)),
    say: field(t(wordMessages.say)),
    translation: (language: string) => field(t(wordMessages.translation, { language })),
    neverTranslated: dialog.getByRole('checkbox', { name: t(wordMessages.neverTranslated) }),
    everywhere: dialog.getByRole('radio', { name: t(wordMessages.browser) }),
    hear: button(t(wordMessages.hear)),
    save: button(t(wordMessages.save)),
  };
}

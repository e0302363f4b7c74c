import type { Page } from '@playwright/test';
import older from '../support/older-page.json' with { type: 'json' };
import { expect, test } from './fixtures.ts';
import { findStudio, openFields, reloadOnceKept } from './studio-page.ts';

/** Puts what the page of 29 November 2026 kept in the browser there, before today's page is opened. */
async function keepOlderWork(page: Page): Promise<void> {
  await page.goto('/favicon.svg');
  await page.evaluate(async ({ version, stores, local, session }) => {
    const revive = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(revive);
      if (typeof value !== 'object' || value === null) return value;
      if ('$blob' in value && 'type' in value) {
        const bytes = Uint8Array.from(atob(String(value.$blob)), letter => letter.charCodeAt(0));
        return new Blob([bytes], { type: String(value.type) });
      }
      return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, revive(field)]));
    };
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('benshi', version);
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => resolve(opening.result);
      opening.onupgradeneeded = () => {
        for (const [name, { keyPath, indexes, records }] of Object.entries(stores)) {
          const store = opening.result.createObjectStore(name, keyPath ? { keyPath } : {});
          for (const index of indexes) store.createIndex(index, index);
          for (const { key, value } of records) store.put(revive(value), keyPath ? undefined : key);
        }
      };
    });
    database.close();
    for (const [name, value] of Object.entries(local)) localStorage.setItem(name, value);
    for (const [name, value] of Object.entries(session)) sessionStorage.setItem(name, value);
  }, older);
}

test('the work of an older page opens with its prompt, voice, script and sound, and can be edited', async ({
  page,
}) => {
  await keepOlderWork(page);
  await page.goto('/');
  const studio = findStudio(page);
  await expect(studio.voice).toHaveText('nova');
  await expect(studio.script).toHaveValue('A calm sea lies in the morning light.');
  await openFields(studio);
  await expect(studio.prompt).toHaveValue('Tell it calmly.');
  await expect(studio.download).toBeVisible();
  await expect(page.getByText('cars.mp4').first()).toBeVisible();

  await studio.script.fill('A rough sea.');
  await reloadOnceKept(page);
  await expect(studio.script).toHaveValue('A rough sea.');
});

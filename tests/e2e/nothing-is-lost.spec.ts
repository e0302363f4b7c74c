import { writeFile } from 'node:fs/promises';
import { chromium, type Page, type TestInfo } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { findAccountForm, findDashboard, logIn, logOut } from './account-page.ts';
import { expect, test } from './fixtures.ts';
import { findNarrations, findVersions, findVideoName } from './narrations-page.ts';
import { makePerson, signUp } from './people.ts';
import {
  chooseInPageMenu,
  chooseVoice,
  findStudio,
  makeVideoFile,
  openFields,
  reloadOnceKept,
} from './studio-page.ts';

const script = 'A calm sea lies in the morning light.';

/** A video on disk, with a fixed name, size and time. */
async function makeFile(info: TestInfo, name = 'cars.mp4'): Promise<string> {
  const path = info.outputPath(name);
  await writeFile(path, (await makeVideoFile()).buffer);
  return path;
}

/** Makes a narration: video, prompt, voice, script and sound. */
async function work(page: Page, video: string): Promise<void> {
  const studio = findStudio(page);
  await studio.upload.setInputFiles(video);
  await expect(studio.preview).toBeVisible();
  await studio.prompt.fill('Tell it calmly.');
  await chooseVoice(studio, 'nova');
  await studio.script.fill(script);
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  await expectKept(page, 'copyName');
}

/** Waits until the reference to the video is stored. */
async function expectKept(page: Page, what: 'copyName' | 'handle'): Promise<void> {
  await expect.poll(async () => (await listStored(page, 'videos')).some(video => video[what])).toBe(true);
}

/** The records of one of the page's stores. */
function listStored(page: Page, store: string): Promise<readonly Record<string, unknown>[]> {
  return page.evaluate(
    name =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('benshi');
        // The page creates its database with the first record; this must not create it.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => resolve([]);
        opening.onsuccess = () => {
          const reading = opening.result.transaction(name).objectStore(name).getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      }),
    store,
  );
}

async function expectEverything(page: Page): Promise<void> {
  const studio = findStudio(page);
  await expect(studio.script).toHaveValue(script);
  await expect(studio.download).toBeVisible();
  await expect(studio.preview).toBeVisible();
  await expect(findVideoName(page, 'cars.mp4')).toBeVisible();
  await openFields(studio);
  await expect(studio.prompt).toHaveValue('Tell it calmly.');
  await expect(studio.voice).toHaveText('nova');
  // The decoded video has its picture.
  await expect.poll(() => studio.preview.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(320);
}

test('a reload restores prompt, voice, script, sound and video', async ({ page }, info) => {
  await page.goto('/');
  await work(page, await makeFile(info));
  await reloadOnceKept(page);
  await expectEverything(page);
  // A narration can be generated from the restored draft.
  const studio = findStudio(page);
  await studio.generateNarration.click();
  await expect(findVersions(page).shown).toHaveText(/version 2$/u);
});

test('going to another page and Back restores them', { tag: '@long' }, async ({ page }, info) => {
  await page.goto('/');
  await work(page, await makeFile(info));
  await chooseInPageMenu(page, t(pageMessages.contact));
  await expect(page).toHaveURL(/\/contact$/);
  await page.goBack();
  await expectEverything(page);
});

test('a tab that crashed restores them', { tag: '@long' }, async ({ page, context }, info) => {
  await page.goto('/');
  await work(page, await makeFile(info));
  await openFields(findStudio(page));
  await findStudio(page).prompt.fill('Tell it gently.');
  const isStored = async () => JSON.stringify(await listStored(page, 'projects')).includes('Tell it gently.');
  await expect.poll(isStored).toBe(true);
  await findStudio(page).prompt.fill('Tell it calmly.');
  await expect.poll(isStored).toBe(false);
  const crashed = page.waitForEvent('crash');
  const session = await context.newCDPSession(page);
  session.send('Page.crash').catch(() => {});
  await crashed;
  const next = await context.newPage();
  await next.goto('/');
  await expectEverything(next);
});

test('a restarted browser restores them', { tag: '@long' }, async ({ baseURL }, info) => {
  const folder = info.outputPath('profile');
  const options = info.project.use.launchOptions ?? {};
  const before = await chromium.launchPersistentContext(folder, options);
  const page = await before.newPage();
  await page.goto(`${baseURL}/`);
  await work(page, await makeFile(info));
  await before.close();
  const after = await chromium.launchPersistentContext(folder, options);
  const next = await after.newPage();
  await next.goto(`${baseURL}/`);
  await expectEverything(next);
  await after.close();
});

test(
  'a visitor’s draft moves to the dashboard, is hidden after logout, and is back after login',
  { tag: '@long' },
  async ({ page }, info) => {
    const person = await signUp(page, makePerson());
    await page.context().clearCookies();
    await page.goto('/');
    await work(page, await makeFile(info));
    await chooseInPageMenu(page, t(pageMessages.signIn));
    await findAccountForm(page).email.fill(person.email);
    await findAccountForm(page).password.fill(person.password);
    await findAccountForm(page).login.click();
    await expect(findDashboard(page).heading).toBeVisible();
    await expectEverything(page);

    await logOut(page);
    await expect(page).toHaveURL(/\/$/);
    const studio = findStudio(page);
    await expect(studio.script).toHaveValue('');
    await expect(studio.prompt).toHaveValue('');
    await expect(studio.preview).toBeHidden();
    await reloadOnceKept(page);
    await expect(studio.script).toHaveValue('');
    await expect(findNarrations(page).opener).toBeHidden();
    await expect(page.getByText('cars.mp4')).toBeHidden();

    await page.goto('/login');
    await logIn(page, person);
    await expect(findDashboard(page).heading).toBeVisible();
    await expectEverything(page);
  },
);

test(
  'reloading while a sound is stored asks to stay, and loses nothing',
  { tag: '@long' },
  async ({ page }, info) => {
    await page.goto('/');
    const studio = findStudio(page);
    await studio.upload.setInputFiles(await makeFile(info));
    await expectKept(page, 'copyName');
    await chooseVoice(studio, 'nova');
    await studio.script.fill(script);
    const free = await occupySounds(page);
    await studio.generateAudio.click();
    await expect(studio.download).toBeVisible();
    const asked = page.waitForEvent('dialog');
    const leaving = page.evaluate(() => location.reload()).catch(() => {});
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await leaving;
    await free();
    await reloadOnceKept(page);
    await expect(studio.download).toBeVisible();
  },
);

/** Holds a transaction on the sounds; all others wait until the returned function is called. */
async function occupySounds(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(
    () =>
      new Promise<{ isFree: boolean }>(resolve => {
        const state = { isFree: false };
        const opening = indexedDB.open('benshi');
        opening.onsuccess = () => {
          const sounds = opening.result.transaction('sounds', 'readwrite').objectStore('sounds');
          const goOn = () => {
            if (state.isFree) opening.result.close();
            else sounds.count().onsuccess = goOn;
          };
          goOn();
          resolve(state);
        };
      }),
  );
  return () =>
    held.evaluate(state => {
      state.isFree = true;
    });
}

test(
  'a video that could not be stored is named, and choosing it again restores everything',
  { tag: '@long' },
  async ({ page }, info) => {
    // A browser without private files.
    await page.addInitScript(() => {
      StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('No.', 'SecurityError'));
    });
    const video = await makeFile(info);
    await page.goto('/');
    const studio = findStudio(page);
    await studio.upload.setInputFiles(video);
    await expect(studio.preview).toBeVisible();
    await chooseVoice(studio, 'nova');
    await studio.script.fill(script);
    await studio.generateAudio.click();
    await expect(studio.download).toBeVisible();
    await reloadOnceKept(page);
    await expect(page.getByText(t(studioMessages.addAgain, { name: 'cars.mp4' }))).toBeVisible();
    await expect(studio.download).toBeVisible();
    await studio.upload.setInputFiles(video);
    await expect(studio.preview).toBeVisible();
    await expect(page.getByText(t(studioMessages.addAgain, { name: 'cars.mp4' }))).toBeHidden();
  },
);

test('a dropped file that is too large for a copy is opened again with one press', { tag: '@long' }, async ({
  page,
}) => {
  const bytes = [...(await makeVideoFile()).buffer];
  // Tests cannot press the permission prompt: a script answers it, with a real handle.
  await page.addInitScript(() => {
    navigator.storage.estimate = () => Promise.resolve({ quota: 0, usage: 0 });
    let isAllowed = false;
    Object.assign(FileSystemHandle.prototype, {
      queryPermission: () => Promise.resolve(isAllowed ? 'granted' : 'prompt'),
      requestPermission: () => {
        isAllowed = true;
        return Promise.resolve('granted');
      },
    });
    const getFile = FileSystemFileHandle.prototype.getFile;
    FileSystemFileHandle.prototype.getFile = function read() {
      if (!isAllowed) return Promise.reject(new DOMException('Not allowed.', 'NotAllowedError'));
      return getFile.call(this);
    };
    Object.assign(DataTransferItem.prototype, {
      getAsFileSystemHandle: async () => {
        const root = await navigator.storage.getDirectory();
        return root.getFileHandle('cars.mp4');
      },
    });
  });
  await page.goto('/');
  await page.evaluate(async content => {
    const root = await navigator.storage.getDirectory();
    const handle = await root.getFileHandle('cars.mp4', { create: true });
    const writer = await handle.createWritable();
    await writer.write(new Uint8Array(content));
    await writer.close();
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(content)], 'cars.mp4', { type: 'video/mp4' }));
    const target = document.querySelector('input[type=file] + *') ?? document.body;
    target.firstElementChild?.dispatchEvent(
      new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }),
    );
  }, bytes);
  const studio = findStudio(page);
  await expect(studio.preview).toBeVisible();
  await expectKept(page, 'handle');
  await reloadOnceKept(page);
  await expect(page.getByText(t(studioMessages.addAgain, { name: 'cars.mp4' }))).toBeVisible();
  await page.getByRole('button', { name: t(studioMessages.reopen, { name: 'cars.mp4' }) }).click();
  await expect(studio.preview).toBeVisible();
  await expect(page.getByText(t(studioMessages.addAgain, { name: 'cars.mp4' }))).toBeHidden();
});

test('damaged stored data is ignored and breaks nothing', { tag: '@long' }, async ({ page }, info) => {
  await page.goto('/');
  await work(page, await makeFile(info));
  await page.evaluate(
    () =>
      new Promise<void>(resolve => {
        localStorage.setItem('benshi.unwritten.x.y', '{"owner":"benshi.free-page"');
        localStorage.setItem('benshi.unwritten.x.z', '{"owner":"benshi.free-page","id":"x","changes":7}');
        const opening = indexedDB.open('benshi');
        opening.onsuccess = () => {
          const change = opening.result.transaction(['projects', 'videos', 'sounds'], 'readwrite');
          const projects = change.objectStore('projects');
          projects.getAll().onsuccess = ({ target }) => {
            const [kept] = (target as IDBRequest<object[]>).result;
            projects.put({ ...kept, project: { schemaVersion: 1, narrations: 7 } });
          };
          projects.put({ id: 'x', owner: 'benshi.free-page', project: 7 });
          change.objectStore('videos').put('no video', 'x');
          change.objectStore('sounds').put({ owner: 'benshi.free-page', key: 'x' });
          change.oncomplete = () => resolve();
        };
      }),
  );
  // Leaves and returns without the page's last save.
  await page.goto('about:blank');
  await page.goto('/');
  const studio = findStudio(page);
  await expect(studio.prompt).toHaveValue('');
  await chooseVoice(studio, 'nova');
  await studio.script.fill(script);
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
});

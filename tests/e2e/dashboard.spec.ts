import { readFile } from 'node:fs/promises';
import { startServerProcess } from '../support/start-server.ts';
import { findAccountForm, findDashboard } from './account-page.ts';
import { expect, forgetRefusals, test } from './fixtures.ts';
import { hearSound } from './heard-sound.ts';
import {
  endSession,
  makePerson,
  makePremiumPerson,
  openMailedLink,
  signUp,
  signUpPremium,
} from './people.ts';
import { recordSentBodies } from './sent-forms.ts';
import { collectAlerts, fillStudio, findStudio, makeVideoFile, makeVideoFileOf } from './studio-page.ts';

test.describe('a dashboard', () => {
  test('has everything that the free page has, in 57 languages, and the way to the plan', async ({
    page,
  }) => {
    await signUp(page);
    await page.goto('/dashboard');
    const { language, voice, generateNarration } = findStudio(page);
    await expect(language.getByRole('option')).toHaveCount(57);
    await expect(voice.getByRole('option').first()).toHaveText('Select a voice');
    await expect(voice.getByRole('option')).toHaveCount(6);
    await expect(generateNarration).toBeDisabled();
    const { plan, left } = findDashboard(page);
    await expect(plan).toHaveAttribute('target', '_blank');
    await expect(left).toHaveText('50 of 50 left today');
  });

  test('stands still, and scrolls in itself', async ({ page }) => {
    await page.setViewportSize({ width: 800, height: 500 });
    await signUp(page);
    await page.goto('/dashboard');
    await expect(findDashboard(page).left).toBeVisible();
    await findStudio(page).script.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => [window.scrollY, document.documentElement.scrollHeight])).toEqual([
      0, 500,
    ]);
    await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
    await expect(findDashboard(page).logout).toBeInViewport();
  });

  test('of a premium person says who sees it', async ({ page, mailServer }) => {
    const { name } = await signUpPremium(page, mailServer);
    await page.goto('/DashboardPremium');
    await expect(page.getByText(`Welcome, ${name}. Only premium users see this screen.`)).toBeVisible();
    await expect(findDashboard(page).heading).toHaveText('Premium dashboard');
    await expect(findDashboard(page).plan).toHaveCount(0);
    await expect(findDashboard(page).left).toHaveText('500 of 500 left today');
  });

  test('says so when the profile cannot be read, and shows the address', async ({ page, complaints }) => {
    const alerts = collectAlerts(page);
    const { email } = await signUp(page);
    await page.route('**/api/profile', route => route.abort());
    await page.goto('/dashboard');
    await expect.poll(() => alerts).toEqual(['An error occured while fetching user data']);
    await expect(findDashboard(page).heading).toHaveText(`Welcome, ${email}`);
    complaints.length = 0;
  });

  test('tells a listed person what is missing, sends the mail again, and becomes premium', async ({
    page,
    mailServer,
  }) => {
    const person = await signUp(page, makePremiumPerson());
    await mailServer.waitForMail(person.email, 'confirm');
    await page.goto('/');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText('The premium plan waits for you.')).toBeVisible();
    await page.getByRole('button', { name: 'Send the mail again' }).click();
    await expect(page.getByText('The mail is on its way again.')).toBeVisible();
    await openMailedLink(page, mailServer, person, 'confirm');
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/DashboardPremium$/);
  });
});

test.describe('narrating on a dashboard', () => {
  test('sends the video, counts it, and speaks the script', async ({ page }) => {
    await signUp(page);
    const readSentBodies = await recordSentBodies(page);
    await page.goto('/dashboard');
    const studio = findStudio(page);
    await fillStudio(studio, 'Whisper it.');
    await studio.language.selectOption('Welsh');
    await studio.generateNarration.click();
    await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
    await expect(studio.script).not.toHaveValue('');
    await expect(studio.script).toHaveAttribute('lang', 'cy');
    await expect(findDashboard(page).left).toHaveText('49 of 50 left today');

    const [sent] = (await readSentBodies()).filter(body => body.address === '/create_script');
    const { buffer } = await makeVideoFile();
    expect(sent?.fields).toEqual([
      { name: 'prompt', type: 'text', bytes: 'Whisper it.. Output in this language: Welsh'.length },
      { name: 'video', type: 'video/mp4', bytes: buffer.length },
    ]);

    await studio.generateAudio.click();
    const downloading = page.waitForEvent('download');
    await studio.download.click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('narration.mp3');
    const sound = await hearSound(page, await readFile(await download.path()));
    expect(sound.loudness).toBeGreaterThan(0.02);
    await studio.script.fill('Geiriau eraill.');
    await expect(studio.download).toBeHidden();
  });

  test('tells how much of the video has gone', async ({ page }) => {
    await signUp(page);
    await page.goto('/dashboard');
    const studio = findStudio(page);
    await fillStudio(studio, 'Tell it calmly.', await makeVideoFileOf(4_000_000));
    const network = await page.context().newCDPSession(page);
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 1_500_000,
    });
    await studio.generateNarration.click();
    await expect(page.getByText(/^Sending the video: [1-9].* of 3\.8 MB\.$/)).toBeVisible();
    await expect(page.getByText('Sending the video.', { exact: true })).toBeAttached();
    await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
  });

  test('ends for today when the plan gives no more, and the page says until when', async ({
    page,
    complaints,
  }) => {
    await using server = await startServerProcess({ STANDARD_NARRATIONS_PER_DAY: '1' });
    await page.goto(server.url);
    await signUp(page, makePerson(), server.url);
    await page.goto(`${server.url}/dashboard`);
    const studio = findStudio(page);
    await fillStudio(studio);
    await studio.generateNarration.click();
    await expect(page.getByText(/^0 of 1 left today\. There will be new ones at \d/)).toBeVisible();
    await expect(studio.generateNarration).toBeEnabled();
    const script = await studio.script.inputValue();
    await studio.generateNarration.click();
    await expect(studio.problem).toContainText('There will be new ones tomorrow.');
    await expect(studio.script).toHaveValue(script);
    // Nothing of the page asks this server again once it is gone.
    await page.goto('about:blank');
    forgetRefusals(complaints);
  });

  test('of a large video sends the few pictures that are looked at', async ({ page }) => {
    await signUp(page);
    const readSentBodies = await recordSentBodies(page);
    await page.goto('/dashboard');
    const studio = findStudio(page);
    const large = await makeVideoFileOf(21_000_000);
    expect(large.buffer.length).toBeGreaterThan(20_000_000);
    await fillStudio(studio, 'Tell it calmly.', large);
    await studio.generateNarration.click();
    await expect(studio.script).not.toHaveValue('');
    await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
    const [sent] = (await readSentBodies()).filter(body => body.address === '/create_script');
    const video = sent?.fields.find(field => field.name === 'video');
    expect(video?.type).toBe('video/x-matroska');
    expect(video?.bytes).toBeLessThan(large.buffer.length / 2);
  });

  test('says beside the button why it failed, without an alert, and gives the narration back', async ({
    page,
    complaints,
  }) => {
    await signUp(page);
    const alerts = collectAlerts(page);
    await page.goto('/dashboard');
    const studio = findStudio(page);
    await fillStudio(studio);
    // Something on the way calls the form by another name, which the server does not take.
    await page.route('**/create_script', route =>
      route.continue({ headers: { ...route.request().headers(), 'content-type': 'text/plain' } }),
    );
    await studio.generateNarration.click();
    await expect(studio.problem).toHaveText('This kind of content is not taken here.');
    await expect(studio.generateNarration).toBeEnabled();
    await expect(studio.wish).toHaveValue('Tell it calmly.');
    await expect(findDashboard(page).left).toHaveText('50 of 50 left today');
    expect(alerts).toEqual([]);
    forgetRefusals(complaints);
  });

  test('can be cancelled while the video is on its way', async ({ page }) => {
    await signUp(page);
    await page.goto('/dashboard');
    const studio = findStudio(page);
    await fillStudio(studio);
    await page.route('**/create_script', () => {});
    await studio.generateNarration.click();
    await studio.cancel.click();
    await expect(page.getByText('Stopped. Nothing goes on in the background.').first()).toBeVisible();
    await expect(studio.generateNarration).toBeEnabled();
  });

  test('asks before a logout stops it', async ({ page }) => {
    await signUp(page);
    await page.goto('/dashboard');
    const studio = findStudio(page);
    await fillStudio(studio);
    await page.route('**/create_script', () => {});
    await studio.generateNarration.click();
    await expect(studio.cancel).toBeVisible();
    page.once('dialog', dialog => void dialog.dismiss());
    await findDashboard(page).logout.click();
    await expect(studio.cancel).toBeVisible();
    page.once('dialog', dialog => void dialog.accept());
    await findDashboard(page).logout.click();
    await expect(page).toHaveURL(/\/$/);
  });
});

test.describe('a session that ends in the middle of work', () => {
  test('loses nothing: one signs in again in a dialog and goes on', async ({ page, complaints }) => {
    const person = await signUp(page);
    await page.goto('/dashboard');
    const studio = findStudio(page);
    await fillStudio(studio);
    await studio.generateNarration.click();
    await expect(studio.generateNarration).toBeEnabled();
    await studio.script.fill('A script with my own words.');
    await endSession(page);
    await studio.generateAudio.click();
    const { signInAgain } = findDashboard(page);
    await expect(signInAgain).toBeVisible();
    await expect(findAccountForm(page).email).toHaveValue(person.email);
    await expect(findAccountForm(page).password).toBeFocused();
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await expect(signInAgain).toBeHidden();
    await expect(studio.script).toHaveValue('A script with my own words.');
    await studio.generateAudio.click();
    await expect(studio.download).toBeVisible();
    await studio.generateNarration.click();
    await expect(studio.script).not.toHaveValue('A script with my own words.');
    forgetRefusals(complaints);
  });

  test('before a narration keeps video and wish', async ({ page, complaints }) => {
    const person = await signUp(page);
    await page.goto('/dashboard');
    const studio = findStudio(page);
    await fillStudio(studio);
    await endSession(page);
    await studio.generateNarration.click();
    await expect(findDashboard(page).signInAgain).toBeVisible();
    await findAccountForm(page).password.fill(person.password);
    await findAccountForm(page).login.click();
    await expect(findDashboard(page).signInAgain).toBeHidden();
    await studio.generateNarration.click();
    await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
    forgetRefusals(complaints);
  });

  test('shows somebody else their own dashboard, not what the first one wrote', async ({
    page,
    complaints,
  }) => {
    const first = await signUp(page);
    const second = makePerson({ name: 'Grace Hopper' });
    await endSession(page);
    await signUp(page, second);
    await endSession(page);
    await page.goto('/login');
    await findAccountForm(page).email.fill(first.email);
    await findAccountForm(page).password.fill(first.password);
    await findAccountForm(page).login.click();
    const studio = findStudio(page);
    await studio.script.fill('A secret of the first one.');
    await studio.voice.selectOption('nova');
    await endSession(page);
    await studio.generateAudio.click();
    await findAccountForm(page).email.fill(second.email);
    await findAccountForm(page).password.fill(second.password);
    await findAccountForm(page).login.click();
    await expect(findDashboard(page).heading).toHaveText('Welcome, Grace Hopper');
    await expect(studio.script).toHaveValue('');
    forgetRefusals(complaints);
  });
});

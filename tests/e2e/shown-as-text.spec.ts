import { findDashboard } from './account-page.ts';
import { expect, test } from './fixtures.ts';
import { makePerson, signUp } from './people.ts';
import { chooseVoice, collectAlerts, fillVideoAndPrompt, findStudio, makeVideoFile } from './studio-page.ts';

const hostile = '<img src=x onerror=alert(1)>';

test('HTML in a name, prompt, file name or script is shown as text', async ({ page, baseURL }) => {
  const alerts = collectAlerts(page);
  await signUp(page, makePerson({ name: `Ada ${hostile}` }), baseURL);
  await page.goto('/dashboard');
  const studio = findStudio(page);
  await expect(findDashboard(page).heading).toHaveText(`Welcome, Ada ${hostile}`);
  await fillVideoAndPrompt(studio, `Calmly ${hostile}`, await makeVideoFile(`${hostile}.mp4`));
  await expect(page.getByText(`${hostile}.mp4`).first()).toBeVisible();
  await chooseVoice(studio, 'nova');
  await studio.generateNarration.click();
  await expect(studio.script).toHaveValue(/\w/);
  await studio.script.fill(`<script>alert(2)</script> A fox. ${hostile} It runs.`);
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  // A marked sentence is an element of the page instead of a field.
  await expect(page.getByText(hostile).first()).toBeVisible();
  for (const planted of ['img[src="x"]', 'script:not([src])'])
    await expect(page.locator(planted)).toHaveCount(0);
  expect(alerts).toEqual([]);
});

import { readFile } from 'node:fs/promises';
import { expect } from './fixtures.ts';
import { chooseLanguage, chooseVoice, openFields, type Studio } from './studio-page.ts';

export type Upload = Parameters<Studio['upload']['setInputFiles']>[0];

/** Narrates as a visitor: video, prompt, language, voice, until the script appears. */
export async function writeNarration(studio: Studio, video: Upload, language: string): Promise<string> {
  await studio.upload.setInputFiles(video);
  // The fields fold again while an earlier narration is restored.
  await expect(async () => {
    await openFields(studio);
    await studio.prompt.fill('Tell it like a calm evening story.', { timeout: 5000 });
  }).toPass();
  await chooseLanguage(studio, language);
  await chooseVoice(studio, 'nova');
  await studio.generateNarration.click();
  await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
  await expect(studio.generateAudio).toBeEnabled();
  return studio.script.inputValue();
}

/** Generates the audio and downloads it. */
export async function downloadNarration(studio: Studio): Promise<Buffer> {
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  const [download] = await Promise.all([
    studio.download.page().waitForEvent('download'),
    studio.download.click(),
  ]);
  expect(download.suggestedFilename()).toBe('narration.mp3');
  return readFile(await download.path());
}

import type { Page } from '@playwright/test';
import { createOfflineSpeech } from '#engines/offline/speech.ts';
import { t } from '#shared/messages/message.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import { makeClip } from '../support/make-clip.ts';
import { makeSpokenClip } from '../support/make-spoken-clip.ts';
import { toPattern } from '../support/message-pattern.ts';
import { speakScene } from '../support/speak-scene.ts';
import { addBackground } from '../support/speech-scene.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { findLineEditor } from './line-editor-page.ts';
import { findStudio } from './studio-page.ts';

/** A street with six spoken sentences; all pauses but two are gaps. */
async function makeSpokenVideo(): Promise<Buffer> {
  const speech = createOfflineSpeech();
  try {
    const scene = await speakScene(speech, 'English', 48_000);
    return Buffer.from(await makeSpokenClip(addBackground(scene, 'street', 10)));
  } finally {
    await speech.close();
  }
}

async function openScript(page: Page, buffer: Buffer): Promise<void> {
  const studio = findStudio(page);
  await page.goto('/');
  await studio.upload.setInputFiles({ name: 'street.mp4', mimeType: 'video/mp4', buffer });
  await expect(studio.preview).toBeVisible();
  await studio.script.fill('[0:00] A street in the rain.\n[0:30] People wait.');
  await findLineEditor(page).list.waitFor();
}

const speech = toPattern(timelineMessages.speech, { spoken: '0:2\\d', total: '0:4\\d' });
const legend = new RegExp(`^${speech.source} · ${t(timelineMessages.gaps, { count: 5 })}$`);

test('speech in the original is shown on the timeline and in text', {
  tag: '@long',
}, async ({ page }) => {
  await openScript(page, await makeSpokenVideo());
  const { timeline } = findLineEditor(page);
  await expect(timeline.getByText(legend)).toBeVisible();
  await expectNoViolation(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(timeline.getByText(legend)).toBeInViewport();
  await expectNoOverhang(page);
});

test('a video without sound has no such note and loads no detector', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', request => fetched.push(request.url()));
  await openScript(page, Buffer.from(await makeClip({ seconds: 40, framesPerSecond: 1 })));
  const { timeline } = findLineEditor(page);
  await expect(timeline.getByText(t(timelineMessages.noOriginal))).toBeVisible();
  await expect(timeline.getByText(/speech/i)).toHaveCount(0);
  expect(fetched.filter(url => url.endsWith('.onnx'))).toEqual([]);
});

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { makeSlideClip } from '../support/make-slide-clip.ts';
import { expect, test } from './fixtures.ts';
import { measureSound } from './measure-sound.ts';
import { downloadNarration, type Upload, writeNarration } from './narrate.ts';
import { findStudio } from './studio-page.ts';

/** The product's own typeface, so that the result does not depend on the machine. */
const typeface = fileURLToPath(
  import.meta.resolve('@fontsource-variable/literata/files/literata-latin-wght-normal.woff2'),
);

/** A 960 × 540 picture drawn by the browser. */
async function drawPicture(page: Page, body: string): Promise<Uint8Array> {
  const font = (await readFile(typeface)).toString('base64');
  await page.setViewportSize({ width: 960, height: 540 });
  await page.setContent(
    `<style>@font-face { font-family: Title; src: url(data:font/woff2;base64,${font}); }
    body { margin: 0; height: 540px; display: grid; place-items: center; font: 700 64px Title; }</style>${body}`,
  );
  await page.evaluate(() => document.fonts.ready);
  return new Uint8Array(await page.screenshot({ type: 'jpeg', quality: 90 }));
}

const drawTitle = (page: Page, title: string) =>
  drawPicture(page, `<body style="background: #f4efe2; color: #222">${title}</body>`);

function drawStopSign(page: Page): Promise<Uint8Array> {
  const octagon = (radius: number) =>
    Array.from({ length: 8 }, (_, corner) => {
      const turn = ((corner + 0.5) * Math.PI) / 4;
      return `${480 + radius * Math.cos(turn)},${200 + radius * Math.sin(turn)}`;
    }).join(' ');
  return drawPicture(
    page,
    `<svg width="960" height="540"><defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#7db4e8"/><stop offset="1" stop-color="#dcebf7"/></linearGradient></defs>
    <rect width="960" height="540" fill="url(#sky)"/><rect y="400" width="960" height="140" fill="#5f7f3a"/>
    <rect x="472" y="250" width="16" height="290" fill="#888"/><polygon points="${octagon(130)}" fill="#fff"/><polygon points="${octagon(121)}" fill="#b81c22"/>
    <text x="480" y="226" font-size="78" font-weight="700" text-anchor="middle" fill="#fff">STOP</text></svg>`,
  );
}

/** Title, object, second title. */
async function makeVideo(page: Page): Promise<Upload> {
  const pictures = [
    await drawTitle(page, 'The road to school'),
    await drawStopSign(page),
    await drawTitle(page, 'Look both ways'),
  ];
  const clip = await makeSlideClip(pictures, 18);
  return { name: 'lesson.webm', mimeType: 'video/webm', buffer: Buffer.from(clip) };
}

for (const { language, thing, quotations } of [
  { language: 'English', thing: 'stop sign', quotations: ['“The road to school”', '“Look both ways”'] },
  {
    language: 'Japanese',
    thing: '一時停止標識',
    quotations: ['「The road to school」', '「Look both ways」'],
  },
])
  test(`a video of a title, a stop sign and a second title is narrated by their names, in ${language}`, {
    tag: '@long',
  }, async ({ page, context }) => {
    const drawingPage = await context.newPage();
    const video = await makeVideo(drawingPage);
    await drawingPage.close();
    await page.goto('/');
    const studio = findStudio(page);
    const script = await writeNarration(studio, video, language);
    const [first, second] = quotations;
    const places = [first, thing, second].map(words => script.indexOf(words as string));
    expect(places, script).not.toContain(-1);
    expect(
      places.toSorted((one, other) => one - other),
      script,
    ).toEqual(places);

    const sound = await measureSound(page, await downloadNarration(studio));
    expect(sound.loudness).toBeGreaterThan(0.02);
    expect(sound.seconds).toBeLessThan(22);
  });

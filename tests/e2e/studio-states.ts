import { expect, type Page } from '@playwright/test';
import { answerInSteps } from '../support/answer-in-steps.ts';
import { makeTitledClip } from '../support/make-titled-clip.ts';
import type { OpenAiStandIn } from '../support/openai-stand-in.ts';
import { chooseVoice, collectAlerts, findStudio, noVideo, openFields, type Studio } from './studio-page.ts';

/** The studio's states, in the order of {@link walkStudioStates}. */
export type StudioState =
  | 'empty'
  | 'refused'
  | 'video'
  | 'ready'
  | 'writing'
  | 'script'
  | 'speaking'
  | 'spoken'
  | 'changed'
  | 'failed';

const sentences = [
  'A dog waits in the sun.',
  'Then it runs, and the red ball is faster.',
  'Behind the house the lawn falls away, and with it the ball.',
  'For a moment nothing moves but the leaves.',
  'At last the dog has it, and looks as if it had never been otherwise.',
];

/** More than fits on any screen. */
export const longScript = Array.from({ length: 30 }, (_, index) => sentences[index % sentences.length]).join(
  ' ',
);

const letterOfSizes = { wide: [320, 180], upright: [180, 320] } as const;

/** Four seconds, landscape or portrait. */
export async function makeShapedVideo(shape: 'wide' | 'upright') {
  const [width, height] = letterOfSizes[shape];
  const clip = await makeTitledClip({ seconds: 4, width, height, framesPerSecond: 10 });
  return { name: 'cars.mp4', mimeType: 'video/mp4', buffer: Buffer.from(clip) };
}

interface Walk {
  /** The server, with the stand-in as its provider. */
  readonly url: string;
  readonly provider: OpenAiStandIn;
  readonly shape?: 'wide' | 'upright';
  /** Path of a video in place of a made one. */
  readonly video?: string;
}

/** Makes a narration and yields at each state, with the provider's answer held back. Alerts are closed at once. */
export async function* walkStudioStates(page: Page, walk: Walk): AsyncGenerator<StudioState> {
  const studio = findStudio(page);
  collectAlerts(page);
  await page.goto(walk.url);
  await expect(studio.generateNarration).toBeVisible();
  yield 'empty';
  await studio.upload.setInputFiles(noVideo);
  await expect(studio.problem).toBeVisible();
  yield 'refused';
  await studio.upload.setInputFiles(walk.video ?? (await makeShapedVideo(walk.shape ?? 'wide')));
  await expect(studio.preview).toBeVisible();
  await expect(studio.problem).toHaveCount(0);
  yield 'video';
  await openFields(studio);
  await studio.prompt.fill('Tell it like a calm evening story.');
  await chooseVoice(studio, 'nova');
  yield 'ready';
  yield* walkWorkStates(studio, walk.provider);
}

async function* walkWorkStates(studio: Studio, provider: OpenAiStandIn): AsyncGenerator<StudioState> {
  const writing = answerInSteps(3);
  provider.setTexts({ script: longScript });
  provider.next('script', writing.behaviour);
  await studio.generateNarration.click();
  writing.next();
  writing.next();
  await expect(studio.script).toHaveValue(/never been otherwise\./);
  yield 'writing';
  writing.finish();
  await expect(studio.script).toHaveValue(longScript);
  await expect(studio.generateAudio).toBeEnabled();
  yield 'script';
  const speaking = answerInSteps(2);
  provider.next('speech', speaking.behaviour);
  await studio.generateAudio.click();
  speaking.next();
  await expect(studio.cancel).toBeVisible();
  yield 'speaking';
  speaking.finish();
  await expect(studio.download).toBeVisible();
  yield 'spoken';
  await studio.script.fill(sentences.join(' '));
  await expect(studio.download).toBeHidden();
  yield 'changed';
  provider.always('speech', ({ response }) => {
    response.writeHead(401).end();
  });
  await studio.generateAudio.click();
  await expect(studio.problem).toBeVisible();
  yield 'failed';
}

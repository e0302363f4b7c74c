import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { engineNoteMessages } from '#shared/messages/engine-note.ts';
import { t } from '#shared/messages/message.ts';
import { setupMessages as messages } from '#shared/messages/setup.ts';
import { offerTinyModels } from '../support/offer-tiny-models.ts';
import { ollamaModels, startOllamaStandIn } from '../support/ollama-stand-in.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import type { Environment } from '../support/start-server.ts';
import type { Hands } from './hands.ts';
import { findStudio, makeVideoFile } from './studio-page.ts';

/** What the trial of writing asks for: it has to be Welsh. */
const welsh = 'Mae barcud coch yn hedfan mewn cylchoedd uwchben y bryn gwyrdd.';

export const testKey = 'sk-proj-0123456789abcdefghijklmnop3fq8';

/** A way to an AI in the set-up page. */
export interface Way extends AsyncDisposable {
  /** Of the server, which has no AI with them. */
  readonly settings: Environment;
  /** Begun before the server, it would be found and used without the page. */
  begin?(): Promise<void>;
  /** In the set-up page, until the AI works. */
  connect(page: Page, hands: Hands): Promise<void>;
  /** Of the script that it writes. */
  readonly writes: RegExp;
}

async function withKey(): Promise<Way> {
  const standIn = await startOpenAiStandIn();
  standIn.setTexts({ script: welsh });
  return {
    settings: {},
    writes: /^A dog waits in the sun\./u,
    async connect(page, hands) {
      await hands.choose(page.getByRole('tab', { name: t(messages.withKey) }));
      const address = page.getByRole('radio', { name: t(messages.otherAddress) });
      await hands.choose(address);
      await hands.fill(page.getByRole('textbox', { name: t(messages.address) }), standIn.baseUrl);
      await hands.fill(page.getByLabel(t(messages.optional, { name: t(messages.key) })), testKey);
      await hands.press(page.getByRole('button', { name: t(messages.testAndSave) }));
      await expect(page.getByRole('link', { name: t(messages.back) })).toBeVisible();
      standIn.reset();
    },
    [Symbol.asyncDispose]: () => standIn.close(),
  };
}

async function running(): Promise<Way> {
  const { close, origin } = await startOllamaStandIn();
  await close();
  const port = Number(new URL(origin).port);
  await using opened = new AsyncDisposableStack();
  const parts = opened.move();
  return {
    settings: { LOCAL_AI_PORTS: String(port) },
    writes: /^A dog waits in the sun\./u,
    async begin() {
      const ollama = await startOllamaStandIn({ port });
      parts.defer(() => ollama.close());
    },
    async connect(page, hands) {
      await hands.choose(page.getByRole('tab', { name: t(messages.running) }));
      await expect(page.getByRole('combobox', { name: t(messages.model) })).toHaveValue(
        ollamaModels.gemma.name,
      );
      await hands.press(page.getByRole('button', { name: t(messages.use), exact: true }));
      await expect(page.getByRole('link', { name: t(messages.back) })).toBeVisible();
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

async function free(): Promise<Way> {
  const offer = await offerTinyModels({ phrases: ['A red kite', ' circles above', ' the green hill', '.'] });
  return {
    settings: offer.settings,
    writes: /A red kite circles above the green hill\./u,
    async connect(page, hands) {
      await hands.choose(page.getByRole('tab', { name: t(messages.free) }));
      for (const [name, doing] of [
        ['Tiny tiny-eyes', messages.script],
        ['Tiny tiny-voice', messages.speech],
      ] as const) {
        await hands.press(page.getByRole('button', { name: t(messages.downloadThis, { name }) }));
        const row = page.getByRole('row', { name: t(doing) });
        await expect(row).toContainText(t(messages.installed));
      }
      await expect(page.getByRole('link', { name: t(messages.back) })).toBeVisible();
    },
    [Symbol.asyncDispose]: () => offer[Symbol.asyncDispose](),
  };
}

export const ways = { withKey, running, free } as const;

export type Step = 'start' | 'begun' | 'setup' | 'connected' | 'back' | 'written' | 'spoken';

/**
 * From the first page over the set-up page to a narration that is written and heard.
 * @param look is called at each step
 * @returns the sound
 */
export async function walk(
  page: Page,
  way: Way,
  hands: Hands,
  look: (step: Step) => Promise<void>,
): Promise<Buffer> {
  const studio = findStudio(page);
  const sentence = page.getByRole('link', { name: t(engineNoteMessages.connectAi) });
  await expect(sentence.first()).toBeVisible();
  await look('start');
  await hands.chooseVideo(studio.upload, await makeVideoFile());
  await expect(studio.preview).toBeVisible();
  await hands.fill(studio.prompt, 'Tell it calmly.');
  await hands.chooseVoice(studio.voice, 'nova');
  await expect(studio.voice).toHaveText('nova');
  await look('begun');
  await hands.press(sentence.last());
  await expect(page.getByRole('heading', { name: t(messages.title), level: 1 })).toBeVisible();
  await look('setup');
  await way.connect(page, hands);
  await look('connected');
  await hands.press(page.getByRole('link', { name: t(messages.back) }));

  await expect(studio.preview).toBeVisible();
  await expect(studio.prompt).toHaveValue('Tell it calmly.');
  await expect(studio.voice).toHaveText('nova');
  await expect(sentence).toHaveCount(0);
  await look('back');
  await hands.press(studio.generateNarration);
  await expect(studio.script).toHaveValue(way.writes);
  await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
  await look('written');
  await hands.press(studio.generateAudio);
  await expect(studio.download).toBeVisible();
  await look('spoken');
  const [download] = await Promise.all([page.waitForEvent('download'), hands.press(studio.download)]);
  return await readFile(await download.path());
}

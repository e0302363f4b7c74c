import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, PlaywrightWorkerOptions } from '@playwright/test';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import { collectWav } from '#media/sound/write-wav.ts';
import { t } from '#shared/messages/message.ts';
import { musicMessages } from '#shared/messages/music.ts';

/** A tone that is loud and silent in turn. */
export function makeTone(hz: number, seconds: number, isLoud: (seconds: number) => boolean) {
  const sampleRateHz = 48_000;
  const samples = Float32Array.from({ length: seconds * sampleRateHz }, (_, at) =>
    isLoud(at / sampleRateHz) ? 0.2 * Math.sin((2 * Math.PI * hz * at) / sampleRateHz) : 0,
  );
  return { sampleRateHz, samples };
}

export async function* only<Piece>(piece: Piece) {
  yield piece;
}

/** Five seconds as an mp3 file. */
export async function makeMusic(hz: number): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(encodeMp3([makeTone(hz, 5, () => true)])));
}

/** In the open panel of voices. */
export async function chooseMusic(page: Page, name: string, content: Buffer): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t(musicMessages.choose) }).click();
  await (await choosing).setFiles({ name, mimeType: 'audio/mpeg', buffer: content });
}

/** The file that the microphone hears. */
export const said = join(tmpdir(), `benshi-said-${process.pid}.wav`);
const wav = await collectWav(only(makeTone(330, 4, at => at % 2 > 0.5)));
writeFileSync(said, Buffer.concat(wav));

type Launch = PlaywrightWorkerOptions['launchOptions'];

/** Options of `test.use`: a microphone that hears a tone in turns. */
export const speakingMicrophone = {
  permissions: ['microphone'],
  launchOptions: async (
    { launchOptions }: { readonly launchOptions: Launch },
    use: (options: Launch) => Promise<void>,
  ) =>
    use({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-audio-capture=${said}`,
      ],
    }),
};

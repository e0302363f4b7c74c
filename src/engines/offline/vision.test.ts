import sharp, { type Color } from 'sharp';
import { describe, expect, test } from 'vitest';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { Frame } from '#shared/frame.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { t } from '#shared/messages/message.ts';
import { readAnalysis } from './analysis.ts';
import { measuredSidePixels, type ReadLine, type SeenThing } from './recognition/recognised.ts';
import { createOfflineVision, type OfflineVisionWorker } from './vision.ts';

const width = 320;
const height = 180;

interface Patch {
  readonly colour: Color;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A picture of one colour with patches of others on it. */
async function paint(background: Color, patches: readonly Patch[] = []): Promise<Uint8Array<ArrayBuffer>> {
  const layers = patches.map(({ colour, left, top, ...size }) => ({
    input: { create: { ...size, channels: 3 as const, background: colour } },
    left,
    top,
  }));
  const jpeg = await sharp({ create: { width, height, channels: 3, background } })
    .composite(layers)
    .jpeg({ quality: 50 })
    .toBuffer();
  return new Uint8Array(jpeg);
}

/** What is said to be in pictures beside what is measured; nothing when left out. */
interface Seen {
  readonly things?: readonly (readonly SeenThing[])[];
  readonly lines?: readonly (readonly ReadLine[])[];
  readonly faults?: readonly string[];
}

/** Decodes as the server's children do it. */
function createEyes({ things = [], lines = [], faults = [] }: Seen): OfflineVisionWorker {
  const side = measuredSidePixels;
  return {
    async observe(jpegs, { signal }) {
      requireNotCancelled(signal);
      const pictures = jpegs.map(async (jpeg, at) => {
        const square = sharp(jpeg).resize(side, side, { fit: 'fill' }).toColourspace('srgb').raw();
        const seen = { things: things[at] ?? [], lines: lines[at] ?? [], faults };
        return { square: await square.toBuffer(), ...seen };
      });
      return Promise.all(pictures);
    },
    prepare() {},
    readLoad: () => ({ busy: 0, waiting: 0 }),
    findFaults: async () => faults,
  };
}

async function analyze(
  pictures: readonly Uint8Array<ArrayBuffer>[],
  seen: Seen = {},
  signal = new AbortController().signal,
): Promise<string> {
  const frames: Frame[] = pictures.map((jpeg, at) => ({ seconds: at + 0.5, jpeg }));
  return await createOfflineVision(createEyes(seen)).analyze({
    prompt: 'Say what you see.',
    frames,
    durationSeconds: pictures.length,
    signal,
  });
}

async function look(pictures: readonly Uint8Array<ArrayBuffer>[]) {
  return readAnalysis(await analyze(pictures));
}

describe('a picture after another', () => {
  const square = (left: number, colour = '#e02020'): Patch[] => [
    { colour, left, top: 30, width: 120, height: 120 },
  ];
  const listScenes = async (...pictures: readonly Uint8Array<ArrayBuffer>[]) =>
    (await look(pictures)).map(({ isNewScene }) => isNewScene);

  test('in which something moved is of the same scene', async () => {
    expect(await listScenes(await paint('#8a8a8a', square(20)), await paint('#8a8a8a', square(180)))).toEqual(
      [false, false],
    );
  });

  test('in another light is of the same scene', async () => {
    expect(
      await listScenes(
        await paint('#404040', square(90, '#a0a0a0')),
        await paint('#606060', square(90, '#c8c8c8')),
      ),
    ).toEqual([false, false]);
  });

  test('of other colours and shapes begins another scene', async () => {
    const pictures = [
      await paint('#20509a', [{ colour: '#ffffff', left: 0, top: 120, width: 320, height: 60 }]),
      await paint('#3f7a2f', [{ colour: '#402010', left: 100, top: 0, width: 60, height: 180 }]),
      await paint('#ff0000'),
      await paint('#0000ff'),
    ];
    expect(await listScenes(...pictures)).toEqual([false, true, true, true]);
  });
});

test('a request that was cancelled measures nothing', async () => {
  await expect(analyze([await paint('#808080')], {}, AbortSignal.abort())).rejects.toMatchObject({
    code: 'client_closed',
  });
});

describe('what is recognised', () => {
  const box = { left: 0.3, top: 0.2, right: 0.6, bottom: 0.8 };
  const bottle: SeenThing = { name: 'bottle', confidence: 0.91, box };
  const title: ReadLine = { text: 'Spring sale', confidence: 0.96, box };

  test('stands in the analysis with its second and its confidence', async () => {
    const grey = await paint('#808080');
    const text = await analyze([grey, grey, grey], { lines: [[title]], things: [[], [bottle], [bottle]] });
    const [, first, second, third] = text.split('\n');
    expect(first).toBe('0:00.5 | text: "Spring sale" 96 %');
    expect(second).toBe('0:01.5 | things: bottle 91 %');
    expect(third).toBe('0:02.5 | things: bottle 91 %');
  });

  test('and what cannot be looked for is said, in the analysis and before the work', async () => {
    const faults = [`${t(engineMessages.objectsNotRecognised)} centernet.bin is damaged.`];
    expect((await analyze([await paint('#808080')], { faults })).split('\n')[1]).toBe(faults[0]);
    const { signal } = new AbortController();
    expect(await createOfflineVision(createEyes({ faults })).checkReadiness?.(signal)).toMatchObject({
      kind: 'ready',
      note: faults[0],
    });
    expect(await createOfflineVision(createEyes({})).checkReadiness?.(signal)).toMatchObject({
      kind: 'ready',
      note: undefined,
    });
  });
});

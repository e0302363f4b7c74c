import sharp, { type Color } from 'sharp';
import { describe, expect, test } from 'vitest';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { Frame } from '#shared/frame.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { t } from '#shared/messages/message.ts';
import { readAnalysis } from './analysis-text.ts';
import { measuredSidePixels } from './measure-frame.ts';
import type { ReadLine, SeenThing } from './recognition/recognised.ts';
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

/** A ramp of light from one side to the other. */
async function paintRamp(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = Uint8Array.from({ length: width * height }, (_, at) =>
    Math.round(from + ((to - from) * (at % width)) / width),
  );
  const jpeg = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .jpeg()
    .toBuffer();
  return new Uint8Array(jpeg);
}

/** A wall of small tiles, each of another grey, the same every time. */
async function paintTiles(): Promise<Uint8Array<ArrayBuffer>> {
  const [columns, rows] = [32, 18];
  const greys = Uint8Array.from({ length: columns * rows }, (_, at) => (at * at * 89 + at * 57) % 256);
  const jpeg = await sharp(greys, { raw: { width: columns, height: rows, channels: 1 } })
    .resize(width, height, { kernel: 'nearest' })
    .jpeg()
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

describe('a picture by itself', () => {
  test.each([
    ['red', '#ff0000'],
    ['blue', '#1040d0'],
    ['green', '#1f8a2f'],
    ['yellow', '#ffe000'],
    ['brown', '#7a4a20'],
    ['grey', '#808080'],
    ['black', '#000000'],
    ['white', '#ffffff'],
  ])('of one colour is called %s', async (word, colour) => {
    expect((await look([await paint(colour)]))[0]?.colours).toEqual([word]);
  });

  test('names its colours by how much they fill, without the specks', async () => {
    const picture = await paint('#1040d0', [
      { colour: '#ffe000', left: 0, top: 0, width: 320, height: 60 },
      { colour: '#ff0000', left: 300, top: 170, width: 8, height: 8 },
    ]);
    expect((await look([picture]))[0]?.colours).toEqual(['blue', 'yellow']);
  });

  test('is dark, dim or bright as it looks', async () => {
    const [night, dusk, noon, snow] = await look([
      await paint('#111111'),
      await paint('#484848'),
      await paint('#8a8a8a'),
      await paint('#f0f0f0'),
    ]);
    expect([night?.light, dusk?.light, noon?.light, snow?.light]).toEqual([
      'dark',
      'dim',
      'medium',
      'bright',
    ]);
  });

  test('has soft or strong contrast as its light spreads', async () => {
    const [fog, stage] = await look([await paintRamp(120, 140), await paintRamp(0, 255)]);
    expect(fog?.contrast).toBe('soft');
    expect(stage?.contrast).toBe('strong');
  });

  test('is warm in firelight, cool in moonlight and neutral in grass', async () => {
    const [fire, moon, grass] = await look([
      await paint('#c07030'),
      await paint('#305080'),
      await paint('#3f9a3f'),
    ]);
    expect([fire?.tone, moon?.tone, grass?.tone]).toEqual(['warm', 'cool', 'neutral']);
  });

  test('is plain when it is even and busy when it is full of small things', async () => {
    const [wall, mosaic] = await look([await paint('#8a8a8a'), await paintTiles()]);
    expect([wall?.detail, mosaic?.detail]).toEqual(['plain', 'busy']);
  });
});

describe('a picture after another', () => {
  const square = (left: number, size = 40): Patch[] => [
    { colour: '#e02020', left, top: 60, width: size, height: size },
  ];

  test('that is the same is still', async () => {
    const picture = await paintTiles();
    expect((await look([picture, picture]))[1]?.step).toEqual({ change: 'still', trend: 'steady' });
  });

  test('in which a small thing moved changes gently', async () => {
    const frames = await look([await paint('#8a8a8a', square(20)), await paint('#8a8a8a', square(120))]);
    expect(frames[1]?.step?.change).toBe('gentle');
  });

  test('in which a lot moved changes strongly', async () => {
    const frames = await look([
      await paint('#8a8a8a', square(10, 120)),
      await paint('#8a8a8a', square(190, 120)),
    ]);
    expect(frames[1]?.step?.change).toBe('strong');
  });

  test('of another scene is a cut', async () => {
    const frames = await look([
      await paint('#20509a', [{ colour: '#ffffff', left: 0, top: 120, width: 320, height: 60 }]),
      await paint('#3f7a2f', [{ colour: '#402010', left: 100, top: 0, width: 60, height: 180 }]),
      await paint('#ff0000'),
      await paint('#0000ff'),
    ]);
    expect(frames.map(frame => frame.step?.change)).toEqual([undefined, 'cut', 'cut', 'cut']);
  });

  test('that is the same in more light is brighter, and nothing moved', async () => {
    const scene = (factor: number) =>
      [60, 90, 130].map((value, at) => ({
        colour: { r: value * factor, g: value * factor, b: value * factor },
        left: at * 100,
        top: 40,
        width: 80,
        height: 100,
      }));
    const [dark, light] = [await paint('#202020', scene(0.8)), await paint('#404040', scene(1.6))];
    expect((await look([dark, light]))[1]?.step).toEqual({ change: 'still', trend: 'brighter' });
    expect((await look([light, dark]))[1]?.step).toEqual({ change: 'still', trend: 'darker' });
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
    expect(first).toContain('0:00.5 | text: "Spring sale" 96 % | light');
    expect(second).toContain('0:01.5 | things: bottle 91 % (seen) | light');
    expect(third).toContain('0:02.5 | things: bottle 91 % (staying) | light');
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

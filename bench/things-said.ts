import { readAnalysis } from '#engines/offline/analysis-text.ts';
import { createOfflineVision } from '#engines/offline/vision.ts';
import { createOfflineEyes } from '#server/decoding/offline-eyes.ts';
import { drawnThings } from '../tests/support/drawn-shapes.ts';
import { drawnBackgrounds, drawThing } from '../tests/support/drawn-things.ts';
import type { BenchRow } from './bench-row.ts';

/** Of what is said; and enough must be said that this means something. */
const goals = { rightShare: 0.95, saidShare: 0.5 } as const;
const places = [
  { height: 0.8, centre: 0.5 },
  { height: 0.55, centre: 0.35 },
] as const;

/** What the offline engine says of drawn scenes with one known thing each, alone in a video. */
export async function benchThingsSaid(): Promise<BenchRow[]> {
  const eyes = createOfflineEyes({ textLanguages: ['eng'], workers: 1 });
  try {
    const vision = createOfflineVision(eyes);
    let [scenes, said, right, found] = [0, 0, 0, 0];
    for (const name of drawnThings) {
      for (const background of drawnBackgrounds) {
        for (const place of places) {
          const jpeg = new Uint8Array(await drawThing(name, { background, ...place }));
          const analysis = await vision.analyze({
            frames: [{ seconds: 1, jpeg }],
            durationSeconds: 2,
            wish: 'Say what is there.',
            signal: AbortSignal.timeout(60_000),
          });
          const names = readAnalysis(analysis).flatMap(({ things }) => things.map(thing => thing.name));
          scenes += 1;
          said += names.length;
          right += names.filter(each => each === name).length;
          found += names.includes(name) ? 1 : 0;
        }
      }
    }
    const share = right / Math.max(1, said);
    return [
      {
        what: `things said of ${scenes} drawn scenes with one known thing each`,
        figure: `${right} of ${said} right (${toPercent(share)}); ${found} of ${scenes} told (${toPercent(found / scenes)})`,
        goal: `at least ${toPercent(goals.rightShare)} right`,
        isMet: share >= goals.rightShare && said >= goals.saidShare * scenes,
      },
    ];
  } finally {
    await eyes.close();
  }
}

function toPercent(share: number): string {
  return `${(share * 100).toFixed(1).replace('.0', '')} %`;
}

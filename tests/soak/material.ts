import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type DrawnThing, drawnThings } from '../support/drawn-shapes.ts';
import { drawThing } from '../support/drawn-things.ts';
import { makeClip } from '../support/make-clip.ts';
import { notVideos } from '../support/not-videos.ts';
import { findTypefaces } from '../support/typefaces.ts';

/** What visitors bring along: made once, sent again and again. */
export interface Material {
  /** Good videos: the sample film, and short ones in every container. */
  readonly videos: readonly Uint8Array<ArrayBuffer>[];
  /** Pictures with a thing that is recognised, as a browser sends them. */
  readonly pictures: readonly Uint8Array<ArrayBuffer>[];
  /** What is no video, or one that was damaged on its way. */
  readonly garbage: readonly Uint8Array<ArrayBuffer>[];
}

const filmFile = fileURLToPath(new URL('../../src/web/public/the-lantern-boat.mp4', import.meta.url));

export async function makeMaterial(): Promise<Material> {
  await findTypefaces();
  const film = new Uint8Array(readFileSync(filmFile));
  const clips = await Promise.all([
    makeClip({ container: 'mov', width: 640, height: 360 }),
    makeClip({ container: 'webm', codec: 'vp9', width: 640, height: 360 }),
    makeClip({ container: 'mkv', codec: 'vp8', width: 640, height: 360 }),
    makeClip({ container: 'ts', width: 640, height: 360 }),
  ]);
  return {
    videos: [film, ...clips],
    pictures: await Promise.all(drawnThings.slice(0, 4).map(drawPicture)),
    garbage: [...Object.values(notVideos), ...[film, ...clips].map(cutShort), ...clips.map(scratch)],
  };
}

async function drawPicture(name: DrawnThing): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await drawThing(name, { background: 'street', height: 0.5, centre: 0.5 }));
}

function cutShort(file: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(file.subarray(0, Math.floor(file.length / 3)));
}

/** Every 50th byte is another. */
function scratch(file: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(file.map((byte, at) => (at % 50 === 49 ? byte ^ 0xff : byte)));
}

import sharp from 'sharp';
import { makeClip } from './make-clip.ts';

const [width, height] = [640, 360];

/** A clip of 640 × 360 that shows pictures of equal duration: VP9 in WebM, which every Chromium decodes. */
export async function makeSlideClip(
  pictures: readonly Uint8Array[],
  seconds: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const painted = await Promise.all(pictures.map(toPixels));
  const secondsEach = seconds / pictures.length;
  return await makeClip({
    container: 'webm',
    codec: 'vp9',
    width,
    height,
    seconds,
    framesPerSecond: 3,
    bitsPerSecond: 2_000_000,
    picture: at => painted[Math.floor(at / secondsEach + 1e-6)] as Uint8Array<ArrayBuffer>,
  });
}

async function toPixels(picture: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const fitted = sharp(picture).resize(width, height, { fit: 'contain', background: '#808080' });
  return new Uint8Array(await fitted.ensureAlpha().raw().toBuffer());
}

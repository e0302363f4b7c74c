import { drawTitle } from './draw-title.ts';
import { type ClipOptions, colorAt, makeClip } from './make-clip.ts';

const titles = ['THE TALE', 'HEADLAND', 'LATE LEAD', 'THE LAND', 'THE END'];

/** Pictures with a title in each second, so that the offline engine has something to say; at least 320 pixels wide. */
export async function drawTitles({ width = 320, height = 180, seconds = 4 } = {}) {
  const pictures = await Promise.all(
    Array.from({ length: Math.ceil(seconds) }, (_, second) => {
      const [red, green, blue] = colorAt(second);
      const isLight = 0.3 * red + 0.6 * green + 0.1 * blue > 110;
      const [ground, ink] = [`rgb(${red},${green},${blue})`, isLight ? '#000000' : '#ffffff'];
      return drawTitle(titles[second % titles.length] as string, { ground, ink, size: { width, height } });
    }),
  );
  const picture = (at: number) =>
    (pictures[Math.floor(at + 1e-6)] ?? pictures.at(-1)) as Uint8Array<ArrayBuffer>;
  return { width, height, seconds, picture };
}

/** As {@link makeClip}, with titles. */
export async function makeTitledClip({
  width,
  height,
  seconds,
  ...options
}: Omit<ClipOptions, 'picture' | 'color' | 'timestamps'> = {}): Promise<Uint8Array<ArrayBuffer>> {
  return await makeClip({ ...(await drawTitles({ width, height, seconds })), ...options });
}

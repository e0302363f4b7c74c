import { open } from 'node:fs/promises';

/** Files that browsers do not open, by FFmpeg's names of their readers: AVI, Flash video, Windows Media, MPEG program streams. */
export type OlderFormat = 'avi' | 'flv' | 'asf' | 'mpeg';

/** How each begins; a dot stands for any byte. */
const beginnings: Readonly<Record<OlderFormat, readonly string[]>> = {
  avi: ['52494646........41564920'],
  flv: ['464c5601'],
  asf: ['3026b2758e66cf11'],
  mpeg: ['000001ba'],
};

/** Finds out by its first bytes, whatever it is called, whether a file is one of these. */
export async function findOlderFormat(path: string): Promise<OlderFormat | undefined> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0);
  const begins = buffer.toString('hex', 0, bytesRead);
  const isLike = (wanted: string) =>
    begins.length >= wanted.length && [...wanted].every((digit, at) => digit === '.' || digit === begins[at]);
  const names = Object.keys(beginnings) as OlderFormat[];
  return names.find(name => beginnings[name].some(isLike));
}

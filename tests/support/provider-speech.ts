import { makeToneMp3 } from './make-mp3.ts';

const charactersPerSecond = 15;
const longestSeconds = 20;
const spoken = new Map<string, Promise<Buffer>>();

/**
 * Speaks as a stand-in does: a tone that lasts about as long as the text would, up to a bound. Each is made once.
 * @param hz - one of its own for each voice, so that a test can tell them apart
 */
export function speakAsTone(text: string, hz: number): Promise<Buffer> {
  const seconds = Math.min(longestSeconds, Math.ceil((text.length / charactersPerSecond) * 2) / 2);
  const key = `${hz} ${seconds}`;
  const sound = spoken.get(key) ?? makeToneMp3({ hz, seconds });
  spoken.set(key, sound);
  return sound;
}

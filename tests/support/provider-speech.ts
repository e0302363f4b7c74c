import { makeToneMp3 } from './make-mp3.ts';

const charactersPerSecond = 15;
const longestSeconds = 20;
const spoken = new Map<string, Promise<Buffer>>();

/**
 * A stand-in's speech: a tone about as long as the text would take, up to a limit. Each is made once.
 * @param hz - one for each voice
 */
export function speakAsTone(text: string, hz: number): Promise<Buffer> {
  const seconds = Math.min(longestSeconds, Math.ceil((text.length / charactersPerSecond) * 2) / 2);
  const key = `${hz} ${seconds}`;
  const sound = spoken.get(key) ?? makeToneMp3({ hz, seconds });
  spoken.set(key, sound);
  return sound;
}

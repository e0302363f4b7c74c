import { chooseSpeed } from '#shared/script/line-speed.ts';
import type { PlainSound } from './encode-mp3.ts';
import { changeSpeed, getSeconds } from './line-sound.ts';

/**
 * Makes a line's sound fit by the cheapest means that works: as it is, with the pause before the next line used, faster at
 * the same pitch by at most `mostSpeed`. What is too long even so is as fast as that, and whole.
 * @param sound without silence at its ends
 * @param roomSeconds until the next line begins, or the video ends
 */
export function fitLine(sound: PlainSound, roomSeconds: number): PlainSound {
  const { speed } = chooseSpeed(getSeconds(sound), roomSeconds);
  return speed === 1 ? sound : changeSpeed(sound, speed);
}

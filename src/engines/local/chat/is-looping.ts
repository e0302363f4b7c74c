const longestLoop = 400;
/** A phrase must come three times, and a short one until it fills this many characters. */
const fewestTimes = 3;
const fewestCharacters = 120;

/** Whether a text ends with the same words again and again, as small models do until their limit. */
export function isLooping(text: string): boolean {
  for (let length = 1; length <= longestLoop; length += 1) {
    const times = Math.max(fewestTimes, Math.ceil(fewestCharacters / length));
    if (text.length < times * length) return false;
    if (text.endsWith(text.slice(-length).repeat(times))) return true;
  }
  return false;
}

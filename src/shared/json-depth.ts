import { maxJsonDepth } from './limits.ts';

const [lineFeed, carriageReturn, quote, backslash] = [0x0a, 0x0d, 0x22, 0x5c];

/**
 * Watches JSON, or a stream of events with it, in pieces of any size.
 * @param maxEventBytes of an event up to the empty line at its end; undefined for a single text
 * @returns takes the next piece, and tells whether nesting and events are within their limits
 */
export function watchJson(maxEventBytes?: number): (bytes: Uint8Array) => boolean {
  let [depth, eventBytes, isInString, isEscaped, isLineEmpty, before] = [0, 0, false, false, false, 0];
  return bytes => {
    for (const character of bytes) {
      eventBytes += 1;
      const isLineEnd = character === lineFeed || character === carriageReturn;
      if (maxEventBytes !== undefined && isLineEnd) {
        // No string of JSON goes on in the next line.
        [isInString, isEscaped] = [false, false];
        const isSameEnd = character === lineFeed && before === carriageReturn;
        if (isLineEmpty && !isSameEnd) [depth, eventBytes] = [0, 0];
        isLineEmpty = true;
      } else {
        isLineEmpty = false;
        if (isEscaped) isEscaped = false;
        else if (character === quote) isInString = !isInString;
        else if (isInString) isEscaped = character === backslash;
        else if (character === 0x5b || character === 0x7b) depth += 1;
        else if (character === 0x5d || character === 0x7d) depth = Math.max(0, depth - 1);
      }
      before = character;
      if (depth > maxJsonDepth || (maxEventBytes !== undefined && eventBytes > maxEventBytes)) return false;
    }
    return true;
  };
}

import { stepSeconds } from './geometry.ts';

export type BlockAction =
  | { readonly kind: 'go'; readonly index: number }
  | { readonly kind: 'move'; readonly bySeconds: number }
  | { readonly kind: 'seek' };

type PressedKey = Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

const directions: Record<string, 1 | -1 | undefined> = { ArrowLeft: -1, ArrowRight: 1, ',': -1, '.': 1 };
const linesOfAPage = 10;

/**
 * Arrows go from line to line, with Alt they move the line by a tenth of a second, with Shift by a second; comma and full stop
 * move it, too, as they do in video editors.
 * @returns undefined for keys of others
 */
export function readBlockKey(pressed: PressedKey, index: number, count: number): BlockAction | undefined {
  const { key, altKey, shiftKey } = pressed;
  if (pressed.ctrlKey || pressed.metaKey) return undefined;
  const direction = directions[key];
  if (direction) {
    if (shiftKey) return { kind: 'move', bySeconds: direction };
    if (altKey || key.length === 1) return { kind: 'move', bySeconds: direction * stepSeconds };
    return goTo(index + direction, count);
  }
  if (altKey || shiftKey) return undefined;
  switch (key) {
    case 'Home':
      return goTo(0, count);
    case 'End':
      return goTo(count - 1, count);
    case 'PageUp':
      return goTo(index - linesOfAPage, count);
    case 'PageDown':
      return goTo(index + linesOfAPage, count);
    case 'Enter':
      return { kind: 'seek' };
    default:
      return undefined;
  }
}

function goTo(index: number, count: number): BlockAction {
  return { kind: 'go', index: Math.max(0, Math.min(index, count - 1)) };
}

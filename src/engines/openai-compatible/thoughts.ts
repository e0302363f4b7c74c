/** How models open and close what they think, where their server leaves it in the text. */
const tags = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['[THINK]', '[/THINK]'],
] as const;
const marks: readonly string[] = tags.flat();
const longestStart = Math.max(...marks.map(mark => mark.length)) - 1;
const closingOf = new Map<string, string>(tags);

/** Takes what a model thinks out of what it writes, piece by piece as it is written. */
export interface ThoughtFilter {
  /** What of the text so far, and not given out before, is certainly no thought. */
  push(piece: string): string;
  /** The rest, at the end of the text. */
  end(): string;
  /**
   * Whether a thought was closed that had not been opened, after something was given out: that was thought, too. Some
   * templates open it in the question.
   */
  readonly leaked: boolean;
}

/** @param startsInside the model's template opens a thought in the question: all is thought until one is closed, if ever one is */
export function filterThoughts({ startsInside = false } = {}): ThoughtFilter {
  let open = '';
  /** What closes the thought that goes on. */
  let closing: string | undefined;
  let held = startsInside;
  let hasGiven = false;
  let leaked = false;

  /** Works on `open` until nothing more can be decided. */
  function read(): string {
    let given = '';
    for (;;) {
      if (closing !== undefined) {
        const at = open.indexOf(closing);
        if (at < 0) {
          // Only its end is looked for; a long thought is not looked through again and again.
          open = open.slice(-closing.length);
          return given;
        }
        open = open.slice(at + closing.length);
        closing = undefined;
        continue;
      }
      const mark = findFirst(open);
      if (!mark) break;
      const before = open.slice(0, mark.at);
      open = open.slice(mark.at + mark.tag.length);
      closing = closingOf.get(mark.tag);
      if (closing !== undefined) {
        if (!held) given += before;
        continue;
      }
      // A thought ends that was opened in the question: all before it was thought.
      leaked ||= hasGiven;
      given = '';
      held = false;
    }
    if (held) return given;
    const sure = open.length - countHeldBack(open);
    given += open.slice(0, sure);
    open = open.slice(sure);
    return given;
  }

  function give(text: string): string {
    if (text.trim() !== '') hasGiven = true;
    return text;
  }

  return {
    push(piece) {
      open += piece;
      return give(read());
    },
    end() {
      const rest = closing === undefined ? open : '';
      open = '';
      return give(rest);
    },
    get leaked() {
      return leaked;
    },
  };
}

/** A text without what was thought in it, also where a thought was never opened or never closed. */
export function withoutThoughts(text: string): string {
  const filter = filterThoughts();
  return filter.push(text) + filter.end();
}

function findFirst(text: string): { at: number; tag: string } | undefined {
  let first: { at: number; tag: string } | undefined;
  for (const tag of marks) {
    const at = text.indexOf(tag);
    if (at >= 0 && (!first || at < first.at)) first = { at, tag };
  }
  return first;
}

/** How many characters at the end may be the start of a mark. */
function countHeldBack(text: string): number {
  for (let count = Math.min(longestStart, text.length); count > 0; count -= 1)
    if (marks.some(tag => text.endsWith(tag.slice(0, count)))) return count;
  return 0;
}

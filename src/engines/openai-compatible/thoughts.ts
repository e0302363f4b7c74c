/** How models open and close what they think, where their server leaves it in the text. */
const opening = /<(?:think|thinking|thought|reasoning)>|\[THINK\]/u;
const closing = /<\/(?:think|thinking|thought|reasoning)>|\[\/THINK\]/u;
const anyMark = /<\/?(?:think|thinking|thought|reasoning)>|\[\/?THINK\]/u;
/** `</reasoning>` but for its end. */
const longestStart = 11;
/** The end of a text that may be the start of a mark. */
const startOfMark = /[<[][^<[>\]]{0,10}$/u;

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
  let text = '';
  let isInside = false;
  let isHeld = startsInside;
  let hasGiven = false;
  let leaked = false;

  /** What is certain before the last mark. */
  function passMarks(): string {
    let given = '';
    for (let mark = find(); mark; mark = find()) {
      const before = text.slice(0, mark.index);
      text = text.slice(mark.index + mark[0].length);
      if (isInside) isInside = false;
      else if (opening.test(mark[0])) {
        if (!isHeld) given += before;
        isInside = true;
      } else {
        // A thought ends that was opened in the question: all before it was thought.
        leaked ||= hasGiven;
        given = '';
        isHeld = false;
      }
    }
    return given;
  }

  function find(): RegExpExecArray | null {
    return (isInside ? closing : anyMark).exec(text);
  }

  function give(given: string): string {
    hasGiven ||= given.trim() !== '';
    return given;
  }

  return {
    push(piece) {
      text += piece;
      const given = passMarks();
      // Of a thought only its end is looked for; a long one is not looked through again and again.
      if (isInside) text = text.slice(-longestStart);
      if (isInside || isHeld) return give(given);
      const sure = startOfMark.exec(text)?.index ?? text.length;
      const more = text.slice(0, sure);
      text = text.slice(sure);
      return give(given + more);
    },
    end() {
      const rest = isInside ? '' : text;
      text = '';
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

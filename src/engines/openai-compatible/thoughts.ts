/** Tags around thoughts that a server leaves in the text. */
const opening = /<(?:think|thinking|thought|reasoning)>|\[THINK\]/u;
const closing = /<\/(?:think|thinking|thought|reasoning)>|\[\/THINK\]/u;
const anyMark = /<\/?(?:think|thinking|thought|reasoning)>|\[\/?THINK\]/u;
/** `</reasoning>` without its last character. */
const longestStart = 11;
/** The end of a text that may be the start of a tag. */
const startOfMark = /[<[][^<[>\]]{0,10}$/u;

/** Removes a model's thoughts from streamed text. */
export interface ThoughtFilter {
  /** Returns the new text that is certainly not a thought. */
  push(piece: string): string;
  /** Returns the rest at the end of the text. */
  end(): string;
  /**
   * Whether a thought was closed that was never opened, after text was returned: that text was a thought, too. Some templates open
   * it in the prompt.
   */
  readonly leaked: boolean;
}

/** @param startsInside the model's template opens a thought in the prompt: all is thought until a closing tag, if there is one */
export function filterThoughts({ startsInside = false } = {}): ThoughtFilter {
  let text = '';
  /** What was written before it while nothing is certain. */
  let held = '';
  let isInside = false;
  let isHeld = startsInside;
  let hasGiven = false;
  let leaked = false;

  /** The certain text before the last tag. */
  function passMarks(): string {
    let given = '';
    for (let mark = find(); mark; mark = find()) {
      const before = text.slice(0, mark.index);
      text = text.slice(mark.index + mark[0].length);
      held = '';
      if (isInside) isInside = false;
      else if (opening.test(mark[0])) {
        if (!isHeld) given += before;
        isInside = true;
      } else {
        // Closes a thought opened in the prompt: all text before it was thought.
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
      // Only a tag matters; keeping a short tail avoids rescanning.
      if (isHeld && !isInside) held += text.slice(0, -longestStart);
      if (isInside || isHeld) text = text.slice(-longestStart);
      if (isInside || isHeld) return give(given);
      const sure = startOfMark.exec(text)?.index ?? text.length;
      const more = text.slice(0, sure);
      text = text.slice(sure);
      return give(given + more);
    },
    end() {
      const rest = isInside ? '' : held + text;
      text = '';
      return give(rest);
    },
    get leaked() {
      return leaked;
    },
  };
}

export function withoutThoughts(text: string): string {
  const filter = filterThoughts();
  return filter.push(text) + filter.end();
}

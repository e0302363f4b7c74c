/** A condition on a label: `state="failed"`. */
export interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

/** A figure that an expression asks for, and by which of its labels. */
export interface Selector {
  readonly metric: string;
  readonly matchers: readonly Matcher[];
}

/** What an expression of Prometheus names. Whether it can be understood at all is for Prometheus to say. */
export interface NamedInExpression {
  readonly selectors: readonly Selector[];
  /** The labels by which it groups or joins. */
  readonly grouping: readonly string[];
}

const token = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\[[^\]]*\]|[A-Za-z_:][\w:]*|[=!]~|!=|\S/gu;
const isName = (text: string): boolean => /^[A-Za-z_:]/u.test(text);
const groupers = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right']);
const words = new Set(['and', 'or', 'unless', 'bool', 'offset']);

/** Finds the figures and labels in an expression; variables of a dashboard stay as they stand in it. */
export function readExpression(expression: string): NamedInExpression {
  const tokens: readonly string[] = expression.match(token) ?? [];
  const selectors: Selector[] = [];
  const grouping: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const word = tokens[at] ?? '';
    if (!isName(word) || words.has(word)) continue;
    const end = tokens.indexOf(tokens[at + 1] === '{' ? '}' : ')', at);
    if (groupers.has(word)) {
      grouping.push(...tokens.slice(at + 2, end).filter(isName));
      at = end;
    } else if (tokens[at + 1] === '{') {
      selectors.push({ metric: word, matchers: readMatchers(tokens.slice(at + 2, end)) });
      at = end;
    } else if (tokens[at + 1] !== '(' && !groupers.has(tokens[at + 1] ?? '')) {
      selectors.push({ metric: word, matchers: [] });
    }
  }
  return { selectors, grouping };
}

function readMatchers(tokens: readonly string[]): Matcher[] {
  const parts = tokens.filter(text => text !== ',');
  return Array.from({ length: parts.length / 3 }, (_, at) => {
    const [label = '', operator = '', value = ''] = parts.slice(at * 3, at * 3 + 3);
    return { label, operator, value: value.slice(1, -1) };
  });
}

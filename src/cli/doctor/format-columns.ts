const lineColumns = 80;
const labelColumns = 18;

/** A label and its text, aligned in lines of at most 80 columns. Words longer than a line, such as addresses, are not broken. */
export function formatColumns(label: string, text: string): string {
  return wrap(text, lineColumns - labelColumns)
    .map((line, at) => `${(at === 0 ? label : '').padEnd(labelColumns)}${line}`.trimEnd())
    .join('\n');
}

export function formatText(text: string): string {
  return wrap(text, lineColumns).join('\n');
}

function wrap(text: string, columns: number): string[] {
  const lines = [''];
  for (const word of text.split(/\s+/u)) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= columns) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

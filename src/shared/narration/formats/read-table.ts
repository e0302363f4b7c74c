import { cleanRow, type SubtitleCue } from './subtitle-cue.ts';

const timeTitle = /^(?:start|begin|in$|from|time|tc|onset|sec|end|stop|out$|to$)/u;
const speakerTitle = /speaker|name|role|character|who|actor|person|sprecher|locuteur/u;
const textTitle = /text|transcript|caption|subtitle|dialog|content|said|speech|sentence|utterance/u;

/**
 * Reads a table with a header, separated by tabs, semicolons or commas: with rising times in one column, and what is said in another.
 * @param readTime undefined for a cell without one
 */
export function readTable(
  text: string,
  readTime: (cell: string) => number | undefined,
): SubtitleCue[] | undefined {
  const [head = ''] = /^.*/u.exec(text.trimStart()) ?? [];
  const separator = ['\t', ';', ','].find(each => head.includes(each));
  const [header = [], ...rows] = separator ? readRecords(text.trim(), separator) : [];
  if (rows.length === 0 || rows.some(row => row.length !== header.length)) return undefined;
  const titles = header.map(title =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
  // A plain number may be that of a row, and a whole one between tabs often has milliseconds.
  const readCell = (cell: string, title: string) => {
    const isNumber = (separator === '\t' ? /^\d{1,9}[.,]\d{1,9}$/u : /^\d{1,9}(?:[.,]\d{1,9})?$/u).test(cell);
    return timeTitle.test(title) && isNumber
      ? Number(cell.replace(',', '.')) / (title.includes('ms') ? 1000 : 1)
      : readTime(cell);
  };
  const columns = titles.map((title, at) => rows.map(row => readCell(row[at] ?? '', title)));
  const times = [...columns.keys()].filter(at =>
    columns[at]?.every((time, row) => time !== undefined && time >= (columns[at]?.[row - 1] ?? 0)),
  );
  const others = [...columns.keys()].filter(at => !times.includes(at));
  const [starts, ends] = times;
  if (starts === undefined || readTime(header[starts] ?? '') !== undefined) return undefined;
  const find = (title: RegExp) => others.find(at => title.test(titles[at] ?? ''));
  const [said = others.at(-1) ?? -1, speaker = -1] = [find(textTitle), find(speakerTitle)];
  return rows.map((row, at) => {
    const startSeconds = columns[starts]?.[at] ?? 0;
    const endSeconds = Math.max(startSeconds, columns[ends ?? starts]?.[at] ?? 0);
    return {
      startSeconds,
      endSeconds,
      rows: [cleanRow(row[said] ?? '')],
      speaker: cleanRow(row[speaker] ?? '') || undefined,
    };
  });
}

/** The cells of each row, of which none is empty; quotes enclose separators and line ends. */
function readRecords(text: string, separator: string): string[][] {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*)?)(${separator}|\\r?\\n|\\r|$)`,
    'uy',
  );
  const records: string[][] = [[]];
  for (let found = cell.exec(text); found; found = cell.exec(text)) {
    const [, quoted, plain = '', end = ''] = found;
    records.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === '') break;
    if (end !== separator) records.push([]);
  }
  return cell.lastIndex < text.length ? [] : records.filter(record => record.some(Boolean));
}

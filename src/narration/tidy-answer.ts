import { describeExamples } from '#engines/prompts/describe.ts';
import { narrateExamples } from '#engines/prompts/narrate.ts';
import { narrateMomentsExamples } from '#engines/prompts/narrate-moments.ts';
import { descriptionDetails } from '#shared/description.ts';
import { readMarkedLine } from '#shared/narration/timed-text.ts';
import { splitLines } from '#shared/script/split-sentences.ts';

/** Quotation marks in which models sometimes wrap the whole text. */
const quotes: readonly (readonly [open: string, close: string])[] = [
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['„', '”'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
];

const fence = /^```[^\n`]*\n([^`]*)\n?```$/u;
const rule = /^\s*(?:-{3,}|\*{3,}|_{3,}|={3,})\s*$/u;
const heading = /^\s*#{1,6}\s/u;
/** `Sure! Here is the narration:` */
const introduction = /^\s*(?:[\p{L} ]{2,20}[,.!]\s*)?here(?:['’]s| is| are)\b[^\n]{0,150}:[\s*_]*$/iu;
const ownWords =
  'narration|narrator|script|voice-?over|audio description|description|translation|erzähler|erzählung|sprecher|narrateur|narrador|narración|ナレーション|旁白|解说';
/** `**Narration:** …`, `Narrator: …`; in bold any label of a few words, as it may be in any language. */
const label = new RegExp(
  `^\\s*(?:(?:\\*\\*|__)[^*_\\n.!?]{1,40}(?:[:：](?:\\*\\*|__)|(?:\\*\\*|__)[:：])|(?:${ownWords})\\s?[:：])\\s*`,
  'iu',
);
const boldRow = /^\s*(?:\*\*|__)[^*_\n]{1,80}(?:\*\*|__)\s*$/u;
const closingRemark = /^[\s(*_[]*(?:word count|\d+ words|let me know|feel free|i hope|note\b.{0,40}:)/iu;

/**
 * The words of a script, without what models put around them: a code fence, headings, rules, labels, an introduction, a closing remark,
 * Markdown, quotation marks around the whole. Marks that close and reopen inside belong to the text.
 */
export function tidyScript(written: string): string {
  const unfenced = written.trim().replace(fence, '$1').trim();
  const rows = splitLines(unfenced);
  const isAlone = rows.filter(row => row.trim() !== '').length === 1;
  const kept = rows.filter(
    row => isAlone || !(rule.test(row) || heading.test(row) || introduction.test(row) || isTitle(row)),
  );
  while (kept.length > 1 && (closingRemark.test(kept.at(-1) ?? '') || kept.at(-1)?.trim() === '')) kept.pop();
  return unquote(removeMarkup(kept.map(row => row.replace(label, '')).join('\n')).trim());
}

/** A row in bold that is no sentence. */
function isTitle(row: string): boolean {
  return boldRow.test(row) && !/[.!?。！？…]["”»*_\s]*$/u.test(row);
}

function removeMarkup(text: string): string {
  if (!/[*_#•]/u.test(text)) return text;
  return text
    .replaceAll('**', '')
    .replace(/(?<![\p{L}\p{N}_])__(?=\S)|(?<=\S)__(?![\p{L}\p{N}_])/gu, '')
    .replace(/(?<![\p{L}\p{N}*_])([*_])(?=[^\s*_])([^*_\n]{1,200})(?<=[^\s*_])\1(?![\p{L}\p{N}*_])/gu, '$2')
    .replace(/^[^\S\n]*(?:#{1,6}|[*•])[^\S\n]+/gmu, '');
}

function unquote(text: string): string {
  for (const [open, close] of quotes) {
    if (text.length < 2 || !text.startsWith(open) || !text.endsWith(close)) continue;
    const inside = text.slice(open.length, -close.length);
    if (!inside.includes(open) && !inside.includes(close)) return inside.trim();
  }
  return text;
}

/** Marks of lists, quotes and bold before a time. */
const beforeTime = /^[\s>*_`•-]{0,40}(?:\p{Nd}{1,3}[.)]\s+[*_`]{0,3})?(?=[[［【])/u;
/** `[0:12–0:15]`: only the beginning counts. */
const until = /^([[［【][\p{Nd}:：.]{3,15})\s?[-–—~]\s?[\p{Nd}:：.]{3,15}(?=[\]］】])/u;

/** The rows of an answer that begin with a time, without Markdown and remarks around them. A line's text may be below its time. */
export function tidyLines(written: string): string {
  const rows = splitLines(written).map(row => row.replace(beforeTime, '').replace(until, '$1'));
  const isLine = (row: string, at: number) =>
    readMarkedLine(row) !== undefined ||
    readMarkedLine(rows[at - 1] ?? '')?.text.replace(/[*_\s]/gu, '') === '';
  return removeMarkup(rows.filter(isLine).join('\n'));
}

/** So many words in a row are no chance. */
const copiedWords = 7;
const copiedRuns = new Set(
  [
    ...narrateExamples.map(({ answer }) => answer),
    ...narrateMomentsExamples.map(({ answer }) => answer),
    ...describeExamples.flatMap(example => descriptionDetails.map(detail => example[detail])),
  ].flatMap(listRuns),
);

/** Whether a text repeats an example of the prompts, of another video. @param notes which may say the same */
export function isCopied(text: string, notes: string): boolean {
  const copied = listRuns(text).filter(run => copiedRuns.has(run));
  if (copied.length === 0) return false;
  const own = new Set(listRuns(notes));
  return copied.some(run => !own.has(run));
}

function listRuns(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}[\p{L}’']*/gu) ?? [];
  return words.slice(copiedWords - 1).map((_, at) => words.slice(at, at + copiedWords).join(' '));
}

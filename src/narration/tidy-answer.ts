import { describeExamples } from '#engines/prompts/describe.ts';
import { narrateExamples } from '#engines/prompts/narrate.ts';
import { narrateMomentsExamples } from '#engines/prompts/narrate-moments.ts';
import { descriptionDetails } from '#shared/description.ts';
import { readMarkedLine } from '#shared/narration/timed-text.ts';
import { splitLines } from '#shared/script/split-sentences.ts';

/** Quotation marks in which models sometimes wrap the whole text. */
const quotes = ['""', '“”', '„“', '„”', '«»', '「」', '『』'];

const fence = /^```[^\n`]*\n([^`]*)\n?```$/u;
const rule = /^(?:-{3,}|\*{3,}|_{3,}|={3,})$/u;
const heading = /^#{1,6}\s/u;
const introduction = /\bhere(?:['’]s| is| are)\b/iu;
const ownLabel =
  /^(?:narration|narrator|script|voice-?over|audio description|description|translation|erzähler|erzählung|sprecher|narrateur|narrador|narración|ナレーション|旁白|解说)\s?[:：]\s*/iu;
/** About the text, not of it: a narration may hope, too. */
const closingRemark =
  /^(?:word count|\d{1,5} words$|let me know if you(?:['’]d| would| want| need)|feel free to (?:adjust|edit|modify|change|ask)|i hope this (?:helps|works|script|narration))/iu;
const longestIntroduction = 200;
const longestLabel = 40;

/**
 * The words of a script, without what models put around them: a code fence, headings, rules, labels, an introduction, a closing remark,
 * Markdown, quotation marks around the whole. Marks that close and reopen inside belong to the text, and so do the names of a dialogue.
 * @param source which it was rewritten from: names before its rows stay
 */
export function tidyScript(written: string, source = ''): string {
  const rows = splitLines(written.trim().replace(fence, '$1')).map(row => row.trim());
  const isAlone = rows.filter(row => row !== '').length === 1;
  const kept = rows.filter(row => isAlone || !isAround(row));
  while (
    kept.length > 1 &&
    (kept.at(-1) === '' || closingRemark.test(removeStart(kept.at(-1) ?? '').replace(/^[([]|[)\]]$/gu, '')))
  )
    kept.pop();
  const labels = new Set(kept.map(findLabel).filter(label => label !== ''));
  const [label = ''] = labels;
  const isDialogue = labels.size > 1 || splitLines(source).some(row => findLabel(row.trim()) === label);
  const bare = isDialogue ? kept : kept.map(row => removeLabel(row));
  return unquote(removeMarkup(bare.join('\n')).trim());
}

/** A rule, a heading, `Sure! Here is the narration:`, or a row in bold that is no sentence. */
function isAround(row: string): boolean {
  const isIntroduction = row.length <= longestIntroduction && /:[*_]*$/u.test(row) && introduction.test(row);
  const isTitle = isBold(row) && !/[.!?。！？…]["”»*_]*$/u.test(row);
  return isIntroduction || isTitle || rule.test(row) || heading.test(row);
}

function isBold(row: string): boolean {
  return (
    row.length > 4 &&
    ['**', '__'].some(mark => row.startsWith(mark) && row.indexOf(mark, 2) === row.length - 2)
  );
}

const name = /^(\p{L}[\p{L}\p{M}\p{N} .'’-]*)[:：]/u;

/** What stands before a colon at the beginning of a row, if it may be a name or a label. */
function findLabel(row: string): string {
  const found = name.exec(row.replace(/[*_]/gu, ''))?.[1]?.trim() ?? '';
  return found.length <= longestLabel ? found : '';
}

/** `**Narration:** …`, `Narrator: …`; in bold any label of a few words, as it may be in any language. */
function removeLabel(row: string): string {
  const isBoldLabel =
    /^(?:\*\*|__)/u.test(row) && /^[^:：]*(?:[:：](?:\*\*|__)|(?:\*\*|__)\s?[:：])/u.test(row);
  if (!isBoldLabel || findLabel(row) === '') return row.replace(ownLabel, '');
  return row.replace(/^[^:：]*[:：](?:\*\*|__)?\s*/u, '');
}

/** Without marks of lists, quotes and emphasis. */
function removeStart(row: string): string {
  return row.replace(/^[\s*_`>•-]+/u, '');
}

function removeMarkup(text: string): string {
  if (!/[*_#•]/u.test(text)) return text;
  const unmark = (marked: string, inside: string, at: number, all: string) =>
    /[\p{L}\p{N}]/u.test(`${all[at - 1] ?? ''}${all[at + marked.length] ?? ''}`) ? marked : inside;
  return splitLines(text)
    .map(row =>
      row
        .replace(/^(?:#{1,6}|[*•])\s/u, '')
        .trimStart()
        .replaceAll('**', ''),
    )
    .join('\n')
    .replace(/__?([^\s_][^_\n]*)__?/gu, unmark)
    .replace(/\*([^\s*][^*\n]*)\*/gu, unmark);
}

function unquote(text: string): string {
  for (const [open = '', close = ''] of quotes) {
    if (text.length < 2 || !text.startsWith(open) || !text.endsWith(close)) continue;
    const inside = text.slice(open.length, -close.length);
    if (!inside.includes(open) && !inside.includes(close)) return inside.trim();
  }
  return text;
}

/** The rows of an answer that begin with a time, without Markdown and remarks around them. A line's text may be below its time. */
export function tidyLines(written: string): string {
  const rows = splitLines(written).map(row => {
    const bare = removeStart(removeStart(row).replace(/^\p{Nd}{1,3}[.)]\s/u, ''));
    // `[0:12–0:15]`: only the beginning counts.
    return bare.replace(/^([[［【][\p{Nd}:：.]+)\s?[-–—~]\s?[\p{Nd}:：.]+([\]］】])/u, '$1$2');
  });
  const isBelow = (row = '') => readMarkedLine(row)?.text.replace(/[*_]/gu, '') === '';
  return removeMarkup(
    rows.filter((row, at) => readMarkedLine(row) !== undefined || isBelow(rows[at - 1])).join('\n'),
  );
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

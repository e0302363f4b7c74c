import { toOneRow } from '#shared/script/write-subtitles.ts';
import type { LineToChange, TranslateRequest } from '../ports.ts';
import {
  type AnswerForm,
  fenceRule,
  fenceText,
  listCast,
  nameLanguage,
  type ScriptPrompt,
} from './material.ts';

/** Increase it with each change of the texts below. */
export const translateVersion = 'translate 2';

/** Of the narration's prompt, which only sets the tone and is sent with every call. */
const maxPromptCharacters = 600;

const translatedKinds = {
  narration: {
    what: 'a narration',
    how: 'Write what a native narrator would say, in the tone of the original',
  },
  description: {
    what: 'an audio description for people who cannot see the picture',
    how: 'Write what a native describer would say, in the present tense and the third person',
  },
};

/** Rows as strings: with an object each, 100 lines would cost a fifth more. */
const rowsForm: AnswerForm = {
  name: 'rows',
  schema: {
    type: 'object',
    properties: { rows: { type: 'array', items: { type: 'string' } } },
    required: ['rows'],
    additionalProperties: false,
  },
  sentence: 'Give the rows as JSON: {"rows":["NUMBER|ECHO|TRANSLATION", …]}.',
};

/** Of each line before and after. */
const maxNearCharacters = 200;

/** Every call pays for each sentence, so that there are few. */
function composeTranslationSystem({
  from,
  language,
  lines,
  glossary,
  description,
  before = [],
  after = [],
}: TranslateRequest): string {
  const { what, how } = translatedKinds[description ? 'description' : 'narration'];
  const unit = lines.find(({ available }) => available)?.available?.unit;
  const rules = [
    `Translate lines of ${what}, which a voice says while a video plays, from ${from.name} into ${nameLanguage(language)}. ${how}: all that it says, and no more.`,
    `Answer one row for each line: NUMBER|ECHO|TRANSLATION. ECHO is the first ${from.speakingRate.unit === 'words' ? 'three words' : 'twelve characters'} of the line, copied, which keeps each translation at its line. Every number has one row of its own, and the rows are the whole answer.`,
    ...(before.length + after.length > 0
      ? ['<before> and <after> are the lines around them, for context.']
      : []),
    ...(unit ? [`(≤N) behind a number: its translation has room for N ${unit}.`] : []),
    ...(glossary.length > 0 ? ['Names and terms of <glossary> are written as on the right of "=".'] : []),
    fenceRule,
  ];
  return rules.join('\n');
}

/** Prompt for translating numbered lines: each is sent once. Rows are `NUMBER: TEXT`, or `NUMBER (≤MAXIMUM): TEXT`; those of the answer `NUMBER|ECHO|TEXT`. */
export function composeTranslationPrompt(request: TranslateRequest): ScriptPrompt {
  const { lines, glossary, cast, prompt, fault, before = [], after = [], isPlain } = request;
  const terms = glossary.map(({ term, translation }) => `${toOneRow(term)} = ${toOneRow(translation)}`);
  const parts = [
    ...(terms.length > 0 ? [fenceText('glossary', terms.join('\n'))] : []),
    ...listCast(cast),
    ...(prompt
      ? [
          `The original was written for this prompt:\n${fenceText('prompt', prompt.slice(0, maxPromptCharacters))}`,
        ]
      : []),
    ...listNear('before', before),
    fenceText('lines', lines.map(printRow).join('\n')),
    ...listNear('after', after),
    ...(fault ? [`Your last answer could not be used: ${fault}`] : []),
  ];
  const form = isPlain ? undefined : rowsForm;
  return { system: composeTranslationSystem(request), user: parts.join('\n\n'), form };
}

function printRow({ text, available }: LineToChange, index: number): string {
  const most = available ? ` (≤${available.count})` : '';
  return `${index + 1}${most}: ${withoutBars(text)}`;
}

function listNear(place: 'before' | 'after', lines: readonly string[]): string[] {
  const rows = lines.map(line => withoutBars(line).slice(0, maxNearCharacters));
  return rows.length > 0 ? [fenceText(place, rows.join('\n'))] : [];
}

/** A bar would end the echo. */
function withoutBars(text: string): string {
  return toOneRow(text).replaceAll(/[|｜]/gu, '/');
}

import { useMemo } from 'react';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { TextButton } from '../../../components/button.tsx';
import classes from './line-row.module.css';

interface WordDifferenceProps {
  readonly before: string;
  readonly after: string;
  readonly languageCode: string | undefined;
}

export function WordDifference({ before, after, languageCode }: WordDifferenceProps) {
  const changes = useMemo(() => compareWords(before, after, languageCode), [before, after, languageCode]);
  return (
    <span lang={languageCode} dir="auto">
      <ChangedWords changes={changes} />
    </span>
  );
}

const tags = { same: 'span', gone: 'del', new: 'ins' } as const;

function ChangedWords({ changes }: { readonly changes: readonly WordChange[] }) {
  let at = 0;
  return changes.map(({ kind, text }) => {
    const Tag = tags[kind];
    at += text.length;
    return <Tag key={`${kind} ${at}`}>{text}</Tag>;
  });
}

interface LineChangeProps {
  readonly number: number;
  readonly before: string;
  readonly after: string;
  readonly languageCode: string | undefined;
  readonly isFixed: boolean;
  readonly onRestore: () => void;
  readonly onKeep: () => void;
}

/** How a line was shortened so that it fits: to be kept or undone. */
export function LineChange({ number, isFixed, onRestore, onKeep, ...difference }: LineChangeProps) {
  return (
    <p className={classes.change}>
      {t(lineEditorMessages.changed)} <WordDifference {...difference} />{' '}
      {!isFixed && (
        <span className={classes.choice}>
          <TextButton aria-label={t(lineEditorMessages.keepChangeTo, { number })} onClick={onKeep}>
            {t(lineEditorMessages.keepChange)}
          </TextButton>
          <TextButton aria-label={t(lineEditorMessages.restoreOriginalOf, { number })} onClick={onRestore}>
            {t(lineEditorMessages.restoreOriginal)}
          </TextButton>
        </span>
      )}
    </p>
  );
}

/** A piece of a text that stayed, went, or came. */
interface WordChange {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** Longer texts are shown whole, one after the other: to compare them takes time by the product of their lengths. */
const maxWords = 400;

/**
 * What changed from one text to another, word by word, where a language has no spaces letter by letter: the fewest words that
 * went and came.
 */
export function compareWords(
  before: string,
  after: string,
  languageCode: string | undefined,
): readonly WordChange[] {
  const segmenter = new Intl.Segmenter(languageCode, { granularity: 'word' });
  const [old, now] = [before, after].map(text => [...segmenter.segment(text)].map(({ segment }) => segment));
  if (!old || !now || old.length > maxWords || now.length > maxWords)
    return [
      { kind: 'gone', text: before },
      { kind: 'new', text: after },
    ];
  const common = countCommon(old, now);
  const changes: WordChange[] = [];
  let [at, to] = [0, 0];
  while (at < old.length || to < now.length) {
    const [gone = '', came = ''] = [old[at], now[to]];
    if (at < old.length && to < now.length && gone === came) {
      changes.push({ kind: 'same', text: gone });
      at++;
      to++;
    } else if (
      to >= now.length ||
      (at < old.length && read(common, at + 1, to) >= read(common, at, to + 1))
    ) {
      changes.push({ kind: 'gone', text: gone });
      at++;
    } else {
      changes.push({ kind: 'new', text: came });
      to++;
    }
  }
  return joinAlike(changes);
}

/** How many words the rests of both texts have in common, from each place of both on. */
function countCommon(old: readonly string[], now: readonly string[]): number[][] {
  const common = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let at = old.length - 1; at >= 0; at--)
    for (let to = now.length - 1; to >= 0; to--) {
      const row = common[at];
      if (!row) continue;
      row[to] =
        old[at] === now[to]
          ? read(common, at + 1, to + 1) + 1
          : Math.max(read(common, at + 1, to), read(common, at, to + 1));
    }
  return common;
}

function read(common: readonly (readonly number[])[], at: number, to: number): number {
  return common[at]?.[to] ?? 0;
}

function joinAlike(changes: readonly WordChange[]): readonly WordChange[] {
  const joined: WordChange[] = [];
  for (const change of changes) {
    const last = joined.at(-1);
    if (last?.kind === change.kind) joined[joined.length - 1] = { ...last, text: last.text + change.text };
    else joined.push(change);
  }
  return joined;
}

import { useMemo } from 'react';
import { compareWords } from './compare-words.ts';

interface WordDifferenceProps {
  readonly before: string;
  readonly after: string;
  readonly languageCode: string | undefined;
}

/** What changed from one text to another, word by word. */
export function WordDifference({ before, after, languageCode }: WordDifferenceProps) {
  const changes = useMemo(() => compareWords(before, after, languageCode), [before, after, languageCode]);
  const tags = { same: 'span', gone: 'del', new: 'ins' } as const;
  let at = 0;
  return (
    <span lang={languageCode} dir="auto">
      {changes.map(({ kind, text }) => {
        const Tag = tags[kind];
        at += text.length;
        return <Tag key={`${kind} ${at}`}>{text}</Tag>;
      })}
    </span>
  );
}

import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import { getLanguage } from '#shared/languages.ts';
import { maxWishCharacters } from '#shared/limits.ts';
import { lineEditorMessages as messages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { Button, PlainButton } from '../../../components/button.tsx';
import { Dialog, focusInDialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useRewriting } from '../jobs/use-rewriting.ts';
import { runOnNarration } from '../model/change-document.ts';
import { getLines, getNarration } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import chips from '../start/narration-form.module.css';
import classes from './line-row.module.css';

const suggestions = [messages.wishShorter, messages.wishFunnier, messages.wishNoNames, messages.wishSimpler];

type RewriteLineProps = { readonly lineId: string; readonly onClose: () => void };

export function RewriteLine({ lineId, onClose }: RewriteLineProps) {
  const { store } = useEditor();
  const index = useEditorState(state => getLines(state).findIndex(({ id }) => id === lineId));
  const line = useEditorState(state => getLines(state)[index]);
  const language = useEditorState(state => getNarration(state)?.language);
  const { attempt, begin, stop } = useRewriting(lineId);
  const [wish, setWish] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => focusInDialog(field.current), []);
  const languageCode = language && getLanguage(language).code;
  const isWaiting = attempt.kind === 'waiting';
  const isWritten = attempt.kind === 'written';
  if (!line) return null;

  function choose(suggestion: string) {
    setWish(suggestion);
    field.current?.focus();
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isWaiting) stop();
    else if (wish.trim() === '') field.current?.focus();
    else void begin(wish.trim());
  }

  return (
    <Dialog title={t(messages.rewriteTitle, { number: index + 1 })} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p lang={languageCode} dir="auto">
          {line.text}
        </p>
        <TextField
          ref={field}
          label={t(messages.wish)}
          maxLength={maxWishCharacters}
          autoComplete="off"
          value={wish}
          readOnly={isWaiting}
          onChange={event => setWish(event.currentTarget.value)}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: buttons, and no fields of a form */}
        <div className={`row ${chips.chips}`} role="group" aria-label={t(messages.suggestions)}>
          {suggestions.map(message => (
            <PlainButton
              key={message.key}
              className={chips.chip}
              isBlocked={isWaiting}
              onClick={() => choose(t(message))}
            >
              {t(message)}
            </PlainButton>
          ))}
        </div>
        {/* One button for both, so that the focus stays on it. */}
        <Button type="submit" variant={isWaiting || isWritten ? 'default' : 'filled'}>
          {t(isWaiting ? messages.cancelRewrite : messages.rewriteNow)}
        </Button>
        <div className={isWritten ? classes.change : undefined} role="status">
          {isWaiting && t(messages.rewriting)}
          {isWritten && (
            <WordDifference before={line.text} after={attempt.text} languageCode={languageCode} />
          )}
        </div>
        {attempt.kind === 'failed' && <Notice tone="problem">{attempt.message}</Notice>}
        {isWritten && (
          <div className="row">
            <Button
              onClick={() => {
                runOnNarration(store, { type: 'editText', lineId, text: attempt.text, byMachine: true });
                onClose();
              }}
            >
              {t(messages.acceptRewrite)}
            </Button>
            <Button variant="default" onClick={onClose}>
              {t(messages.discardRewrite)}
            </Button>
          </div>
        )}
      </form>
    </Dialog>
  );
}

interface WordDifferenceProps {
  readonly before: string;
  readonly after: string;
  readonly languageCode: string | undefined;
}

export function WordDifference({ before, after, languageCode }: WordDifferenceProps) {
  const changes = useMemo(() => compareWords(before, after, languageCode), [before, after, languageCode]);
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

const tags = { same: 'span', gone: 'del', new: 'ins' } as const;

type WordChange = { readonly kind: 'same' | 'gone' | 'new'; readonly text: string };

/** Longer texts are shown whole, one after the other: to compare them takes time by the product of their lengths. */
const maxWords = 400;

/** What changed from one text to another, word by word, where a language has no spaces letter by letter: the fewest words that went and came. */
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
  /** How many words the rests of both texts have in common, from each place of both on. */
  const common = new Uint16Array((old.length + 1) * (now.length + 1));
  const place = (at: number, to: number) => at * (now.length + 1) + to;
  const read = (at: number, to: number) => common[place(at, to)] ?? 0;
  for (let at = old.length - 1; at >= 0; at--)
    for (let to = now.length - 1; to >= 0; to--) {
      const isSame = old[at] === now[to];
      const most = isSame ? read(at + 1, to + 1) + 1 : Math.max(read(at + 1, to), read(at, to + 1));
      common[place(at, to)] = most;
    }
  const changes: WordChange[] = [];
  const add = (kind: WordChange['kind'], text = '') => {
    const last = changes.at(-1);
    if (last?.kind === kind) changes[changes.length - 1] = { kind, text: last.text + text };
    else changes.push({ kind, text });
  };
  let [at, to] = [0, 0];
  while (at < old.length || to < now.length) {
    const isGone = at < old.length && (to >= now.length || read(at + 1, to) >= read(at, to + 1));
    if (at < old.length && old[at] === now[to]) {
      add('same', old[at++]);
      to++;
    } else if (isGone) add('gone', old[at++]);
    else add('new', now[to++]);
  }
  return changes;
}

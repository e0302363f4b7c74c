import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import {
  type NewComment,
  type ReviewAnswer,
  type ReviewComment,
  reviewAnswerSchema,
  reviewHeader,
  reviewPicturesSchema,
} from '#shared/api/review.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage } from '#shared/languages.ts';
import { maxCommentCharacters, maxReviewNameCharacters } from '#shared/limits.ts';
import { t } from '#shared/messages/message.ts';
import { reviewPageMessages as messages } from '#shared/messages/review-page.ts';
import { printShortTime } from '#shared/script/time-format.ts';
import { SubmitButton, TextButton } from '../../components/button.tsx';
import { Comment } from '../../components/comment.tsx';
import { AutoDirectionTextarea, TextField } from '../../components/field.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { TextPage } from '../../components/page-frame.tsx';
import { keepItem, readItem } from '../../lib/browser-storage.ts';
import { getAnswer, postJson } from '../../lib/call-server.ts';
import classes from './review.module.css';

const pollMs = 30_000;
const nameKey = 'benshi.reviewer';

/** The script that a review link shows, to comment on line by line. The secret stands in the fragment, as `#link=…`. */
export function ReviewPage() {
  const { hash } = useLocation();
  const secret = new URLSearchParams(hash.slice(1)).get('link') ?? '';
  const { data, error, refetch, isLoading } = useQuery({
    queryKey: ['review', secret],
    queryFn: ({ signal }) =>
      getAnswer('/api/review', reviewAnswerSchema, { signal, headers: { [reviewHeader]: secret } }),
    enabled: secret !== '',
    refetchInterval: ({ state }) => (isGone(state.error) ? false : pollMs),
    retry: false,
    staleTime: 0,
  });
  const isOver = isGone(error);
  if (data && !isOver)
    return <Review key={secret} secret={secret} review={data} onSent={async () => void (await refetch())} />;
  return (
    <TextPage title={t(messages.title)} lead={secret === '' && t(messages.noLink)}>
      {isLoading && <p role="status">{t(messages.loading)}</p>}
      {error && <FailureNotice error={error} {...(!isOver && { onRetry: refetch })} />}
    </TextPage>
  );
}

const isGone = (error: unknown): boolean => error instanceof CodedError && error.code === 'not_found';

interface ReviewProps {
  readonly secret: string;
  readonly review: ReviewAnswer;
  readonly onSent: () => Promise<void>;
}

function Review({ secret, review, onSent }: ReviewProps) {
  const { title, narration, comments } = review;
  // Of a text without times the empty lines part its paragraphs.
  const lines = narration.lines.filter(({ startMs, text }) => startMs !== null || text.trim() !== '');
  const language = narration.language ? getLanguage(narration.language) : undefined;
  const { nameField, status, reviewer } = useReviewer(secret, onSent);
  const { data: pictures } = useQuery({
    queryKey: ['review pictures', secret],
    queryFn: ({ signal }) => fetchPictures({ signal, headers: { [reviewHeader]: secret } }),
    enabled: review.hasPictures,
  });
  const lineIds = new Set(lines.map(({ id }) => id));
  return (
    <TextPage title={title || t(messages.untitled)} lead={<Lead review={review} />}>
      <div className={`stack ${classes.review}`}>
        {nameField}
        <p role="status">{status}</p>
        <section>
          <h2>{t(messages.lines)}</h2>
          {language && (
            <p>
              <bdi lang={language.code}>{language.nativeName}</bdi>
            </p>
          )}
          {lines.length === 0 && <p>{t(messages.noLines)}</p>}
          <ol className="flat">
            {lines.map((line, index) => (
              <ReviewLine
                key={line.id}
                line={line}
                number={index + 1}
                languageCode={language?.code}
                picture={pictures?.get(line.id)}
                comments={comments.filter(({ lineId }) => lineId === line.id)}
                reviewer={reviewer}
              />
            ))}
          </ol>
        </section>
        <section>
          <h2>{t(messages.whole)}</h2>
          <Comments comments={comments.filter(({ lineId }) => lineId === null || !lineIds.has(lineId))} />
          <CommentForm
            label={t(messages.yourCommentOnWhole)}
            open={t(messages.commentOnWhole)}
            reviewer={reviewer}
          />
        </section>
      </div>
    </TextPage>
  );
}

const formatDate = new Intl.DateTimeFormat('en', { dateStyle: 'long' });

function Lead({ review: { sharedBy, endsAt, narration, showsOthers } }: { readonly review: ReviewAnswer }) {
  const date = formatDate.format(new Date(endsAt));
  return (
    <>
      <p>{sharedBy ? t(messages.sharedBy, { name: sharedBy, date }) : t(messages.shared, { date })}</p>
      <p>{t(showsOthers ? messages.hintTogether : messages.hint)}</p>
      {narration.name !== '' && <p dir="auto">{t(messages.version, { name: narration.name })}</p>}
    </>
  );
}

/** Who comments: the name is asked once and kept in this tab only. */
function useReviewer(secret: string, onSent: () => Promise<void>) {
  const [name, setName] = useState(() => readItem(nameKey, 'sessionStorage') ?? '');
  const [isMissing, setMissing] = useState(false);
  const [status, setStatus] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const reviewer: Reviewer = {
    async send(message, lineId) {
      const isNameless = name.trim() === '';
      setMissing(isNameless);
      if (isNameless) {
        field.current?.focus();
        return false;
      }
      setStatus('');
      const comment: NewComment = { author: name, message, lineId };
      await postJson('/api/review/comments', comment, { headers: { [reviewHeader]: secret } });
      keepItem(nameKey, name, 'sessionStorage');
      await onSent();
      setStatus(t(messages.sent));
      return true;
    },
  };
  const nameField = (
    <TextField
      ref={field}
      label={t(messages.name)}
      description={t(messages.nameHint)}
      error={isMissing ? t(messages.nameMissing) : undefined}
      autoComplete="name"
      dir="auto"
      maxLength={maxReviewNameCharacters}
      value={name}
      onChange={event => setName(event.currentTarget.value)}
    />
  );
  return { nameField, status, reviewer };
}

async function fetchPictures(init: RequestInit): Promise<ReadonlyMap<string, string>> {
  const { pictures } = await getAnswer('/api/review/pictures', reviewPicturesSchema, init);
  return new Map(pictures.map(({ lineId, picture }) => [lineId, `data:image/jpeg;base64,${picture}`]));
}

interface ReviewLineProps {
  readonly line: ReviewAnswer['narration']['lines'][number];
  readonly number: number;
  readonly languageCode: string | undefined;
  readonly picture: string | undefined;
  readonly comments: readonly ReviewComment[];
  readonly reviewer: Reviewer;
}

function ReviewLine(props: ReviewLineProps) {
  const { line, number, languageCode, picture, comments, reviewer } = props;
  return (
    <li className={classes.line}>
      <div className={`row ${classes.when}`}>
        <span className="soft">{number}</span>
        {line.startMs !== null && <span>{printShortTime(line.startMs / 1000)}</span>}
        {picture && <img className={classes.picture} src={picture} alt="" loading="lazy" />}
      </div>
      <div className="stack tight">
        <p className="written" lang={languageCode} dir="auto">
          {line.text}
        </p>
        <Comments comments={comments} />
        <CommentForm
          label={t(messages.yourComment, { number })}
          open={t(messages.commentOn, { number })}
          lineId={line.id}
          reviewer={reviewer}
        />
      </div>
    </li>
  );
}

interface Reviewer {
  /** @returns whether it was sent; not without a name */
  send(message: string, lineId: string | undefined): Promise<boolean>;
}

function Comments({ comments }: { readonly comments: readonly ReviewComment[] }) {
  if (comments.length === 0) return null;
  return (
    <ul className="stack tight">
      {comments.map(comment => (
        <Comment key={comment.id} comment={comment} />
      ))}
    </ul>
  );
}

interface CommentFormProps {
  readonly label: string;
  readonly open: string;
  readonly lineId?: string;
  readonly reviewer: Reviewer;
}

function CommentForm({ label, open, lineId, reviewer }: CommentFormProps) {
  const [text, setText] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (message: string) => reviewer.send(message, lineId),
    onSuccess: isSent => isSent && close(),
  });

  function close() {
    setText(undefined);
    setTimeout(() => button.current?.focus());
  }

  if (text === undefined)
    return (
      <div>
        <TextButton ref={button} aria-label={open} onClick={() => setText('')}>
          {t(messages.comment)}
        </TextButton>
      </div>
    );
  return (
    <form
      className={`stack tight ${classes.form}`}
      onSubmit={event => {
        event.preventDefault();
        if (!isPending) mutate(text);
      }}
    >
      <AutoDirectionTextarea
        label={label}
        minRows={2}
        maxRows={10}
        maxLength={maxCommentCharacters}
        value={text}
        readOnly={isPending}
        // The button that was pressed is gone.
        autoFocus
        onChange={event => setText(event.currentTarget.value)}
      />
      {error && <FailureNotice error={error} />}
      <SubmitButton isPending={isPending}>{t(messages.send)}</SubmitButton>
      <TextButton onClick={close}>{t(messages.cancel)}</TextButton>
    </form>
  );
}

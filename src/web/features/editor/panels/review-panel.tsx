import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { commentsAnswerSchema, type OwnedComment } from '#shared/api/review.ts';
import type { LineCheck } from '#shared/checks/line-check.ts';
import { reviewQuestions } from '#shared/description.ts';
import { maxWishCharacters } from '#shared/limits.ts';
import { checkMessages, checkNames } from '#shared/messages/checks.ts';
import { commentMessages } from '#shared/messages/comments.ts';
import { reportMessages } from '#shared/messages/description-report.ts';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { reviewMessages as messages } from '#shared/messages/review.ts';
import type { Line, Narration, Review } from '#shared/narration/project.ts';
import { listNotTold, listReportSections, type ReportRow } from '#shared/report/description-report.ts';
import { maxWaitSeconds, type TimeSpan } from '#shared/script/gaps.ts';
import type { DescribedVideo } from '#shared/script/plan-lines.ts';
import { printShortTime } from '#shared/script/time-format.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { Comment } from '../../../components/comment.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Checkbox, TextField } from '../../../components/field.tsx';
import { FailureNotice, Notice } from '../../../components/notice.tsx';
import { callServer, getAnswer, postJson } from '../../../lib/call-server.ts';
import { usePublicConfig } from '../../../lib/public-config.ts';
import { rememberLast } from '../../../lib/remember-last.ts';
import { useRewriting } from '../jobs/use-rewriting.ts';
import { pathOf } from '../keep/account.ts';
import { runOnNarration } from '../model/change-document.ts';
import { focusLine } from '../model/edit-lines.ts';
import type { EditorState, EditorStore } from '../model/editor-state.ts';
import { getChecks } from '../model/line-checks.ts';
import {
  getDescribedVideo,
  getDescriptionPlan,
  getLineStates,
  type LineState,
} from '../model/line-states.ts';
import { getProvenance } from '../model/plan-voice.ts';
import { getLines, getNarration, getShownKind, isReadOnly } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './panels.module.css';

export function countReviewItems(state: EditorState): number {
  const findings = getChecks(state).all.filter(({ isAccepted }) => !isAccepted);
  return findings.length + getShownComments(state).openCount;
}

export function ReviewPanel() {
  const { all } = useEditorState(getShownComments);
  const isDescription = useEditorState(getShownKind) !== undefined;
  const described = useEditorState(getDescribedVideo);
  const hasLines = useEditorState(state => getLineStates(state).length > 0);
  return (
    <div className="stack">
      {(all.length > 0 || !isDescription) && (
        <section className={`stack tight ${classes.section}`}>
          <h3>{t(commentMessages.list)}</h3>
          {all.length === 0 ? <p>{t(commentMessages.none)}</p> : <CommentList comments={all} isApart />}
        </section>
      )}
      {isDescription && described && hasLines && (
        <>
          <Gaps described={described} />
          <Findings />
          <SignOff />
        </>
      )}
    </div>
  );
}

function Gaps({ described }: { readonly described: DescribedVideo }) {
  const lines = useEditorState(getLineStates);
  const untold = useEditorState(state => getNarration(state)?.untold);
  const observations = useEditorState(({ project }) => project.observations);
  const plan = getDescriptionPlan(lines);
  const items = listReviewItems(lines, described.gaps, plan && listNotTold({ plan, untold, observations }));
  return (
    <section className={`stack tight ${classes.section}`}>
      <h3>{t(messages.gaps)}</h3>
      <p>{t(described.gaps.length === 0 ? messages.noGaps : messages.hint)}</p>
      <ul className={`stack tight ${classes.items}`} aria-label={t(messages.gaps)}>
        {items.map(item => (
          <Gap
            key={`${item.startSeconds} ${item.endSeconds} ${item.lines.length} ${item.notTold[0]}`}
            item={item}
          />
        ))}
      </ul>
    </section>
  );
}

function Gap({ item: { startSeconds, endSeconds, lines, notTold, state } }: { readonly item: ReviewItem }) {
  const { store } = useEditor();
  const [start, end] = [printShortTime(startSeconds), printShortTime(endSeconds)];
  return (
    <li className="row" data-state={state}>
      <TextButton onClick={() => store.getState().player?.seekPicture(startSeconds)}>
        {startSeconds === endSeconds ? start : `${start} – ${end}`}
      </TextButton>
      <strong>{t(messages[state])}</strong>
      <ul className={classes.inGap}>
        {lines.map(({ line }) => (
          <li key={line.id}>
            <TextButton onClick={() => store.setState({ selectedLineId: line.id })}>{line.text}</TextButton>
          </li>
        ))}
        {notTold.map(text => (
          <li key={text}>{t(messages.missing, { text })}</li>
        ))}
      </ul>
    </li>
  );
}

function Findings() {
  const { store } = useEditor();
  const { all, unchecked } = useEditorState(getChecks);
  const lines = useEditorState(getLines);
  const isFixed = useEditorState(isReadOnly);
  const canRewrite = usePublicConfig().data?.engines.script.canRewriteLines === true;
  const heading = useRef<HTMLHeadingElement>(null);
  const open = all.filter(({ isAccepted }) => !isAccepted);
  const byLine = Map.groupBy(open, ({ lineId }) => lineId);
  const accepted = all.length - open.length;
  return (
    <section className={`stack tight ${classes.section}`}>
      <h3 ref={heading} tabIndex={-1}>
        {t(checkMessages.title)}
      </h3>
      <p>
        {open.length === 0 ? t(checkMessages.none) : t(checkMessages.open, { count: open.length })}{' '}
        {accepted > 0 && t(checkMessages.accepted, { count: accepted })}
      </p>
      <ul className={`stack tight ${classes.items}`}>
        {lines.map((line, index) => {
          const checks = byLine.get(line.id);
          const number = index + 1;
          if (!checks) return null;
          return (
            <li key={line.id}>
              <TextButton onClick={() => focusLine(line.id)}>{t(checkMessages.line, { number })}</TextButton>
              <LineChecks
                {...{ line, number, checks, isFixed, canRewrite }}
                onDone={() => heading.current?.focus()}
              />
            </li>
          );
        })}
        {byLine.get(undefined)?.map(({ rule, startMs, message }) => (
          <li key={message} className="row">
            <TextButton onClick={() => store.getState().player?.seekPicture(startMs / 1000)}>
              {printShortTime(startMs / 1000)}
            </TextButton>
            <span>
              <strong>{t(checkNames[rule])}</strong> {message}
            </span>
          </li>
        ))}
        {unchecked.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

function SignOff() {
  const { store } = useEditor();
  const review = useEditorState(state => getNarration(state)?.review);
  const [isReportOpen, setReportOpen] = useState(false);
  const { by = '', confirmed = [] } = review ?? {};
  const keep = (changed: Partial<Review>) => {
    const changes = { review: { by, confirmed, ...changed, at: new Date().toISOString() } };
    runOnNarration(store, { type: 'changeNarration', changes }, { group: 'review' });
  };
  return (
    <section className={`stack tight ${classes.section}`}>
      <h3>{t(messages.checks)}</h3>
      <TextField
        label={t(messages.name)}
        value={by}
        maxLength={200}
        autoComplete="name"
        onChange={event => keep({ by: event.currentTarget.value })}
      />
      {reviewQuestions.map(question => (
        <Checkbox
          key={question}
          label={t(messages[question])}
          checked={confirmed.includes(question)}
          onChange={isOn =>
            keep({ confirmed: [...confirmed.filter(each => each !== question), ...(isOn ? [question] : [])] })
          }
        />
      ))}
      <p>{t(confirmed.length > 0 ? messages.kept : messages.none)}</p>
      <Button variant="default" onClick={() => setReportOpen(true)}>
        {t(messages.report)}
      </Button>
      {isReportOpen && <ReportDialog onClose={() => setReportOpen(false)} />}
    </section>
  );
}

function ReportDialog({ onClose }: { readonly onClose: () => void }) {
  const state = useEditor().store.getState();
  const described = getDescribedVideo(state);
  const plan = getDescriptionPlan(getLineStates(state));
  if (!described || !plan) return null;
  const { review, untold } = getNarration(state) ?? {};
  const { observations } = state.project;
  const [provenance, checks] = [getProvenance(state), getChecks(state).all];
  const result = { ...described, plan, provenance, review, untold, observations, checks };
  const [head, ...sections] = listReportSections(result);
  return (
    <Dialog title={t(reportMessages.title)} onClose={onClose}>
      <div className={`stack ${classes.report} ${classes.section}`}>
        {head?.rows.map(({ text }) => (
          <p key={text}>{text}</p>
        ))}
        {sections.map(({ heading, rows }) => (
          <section key={heading} className="stack tight">
            <h3>{heading}</h3>
            <ul>
              {rows.map(({ text }) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </section>
        ))}
        <p>{t(reportMessages.check)}</p>
        <Button onClick={() => window.print()}>{t(messages.printReport)}</Button>
      </div>
    </Dialog>
  );
}

interface ReviewItem extends TimeSpan {
  readonly lines: readonly LineState[];
  readonly notTold: readonly string[];
  readonly state: 'described' | 'inPart' | 'paused' | 'empty' | 'leftOut';
}

/**
 * Each gap with its lines, lines during speech, and what is not told there, in the order of time.
 * @param rows what the report says not to be told
 */
export function listReviewItems(
  lines: readonly LineState[],
  gaps: readonly TimeSpan[],
  rows: readonly ReportRow[] = [],
): readonly ReviewItem[] {
  const findGap = (seconds: number) =>
    gaps.find(({ startSeconds, endSeconds }) => seconds >= startSeconds && seconds < endSeconds);
  const toPlace = (startSeconds: number): TimeSpan => ({ startSeconds, endSeconds: startSeconds });
  const written = Map.groupBy(
    lines.filter(({ line }) => line.text.trim() !== ''),
    ({ startSeconds: at }) => findGap(at) ?? findGap(at + maxWaitSeconds) ?? toPlace(at),
  );
  const found = Map.groupBy(
    // Lines that are left out are shown as lines.
    rows.filter(({ lineId }) => lineId === undefined),
    ({ startSeconds: at = 0 }) => findGap(at) ?? toPlace(at),
  );
  return [...new Set([...gaps, ...written.keys(), ...found.keys()])]
    .map(place => {
      const notTold = found.get(place)?.map(({ text }) => text) ?? [];
      const inPlace = written.get(place) ?? [];
      return { ...place, lines: inPlace, notTold, state: judge(inPlace, notTold, gaps.includes(place)) };
    })
    .sort((one, other) => one.startSeconds - other.startSeconds);
}

function judge(lines: readonly LineState[], notTold: readonly string[], isGap: boolean): ReviewItem['state'] {
  if (lines.some(({ leftOut }) => leftOut !== undefined)) return 'leftOut';
  if (lines.length === 0) return 'empty';
  if (notTold.length > 0) return 'inPart';
  return isGap ? 'described' : 'paused';
}

interface LineChecksProps {
  readonly line: Line;
  readonly number: number;
  readonly checks: readonly LineCheck[];
  readonly isFixed: boolean;
  readonly canRewrite: boolean;
  /** The button that was pressed is gone. */
  readonly onDone: () => void;
}

export function LineChecks({ line, number, checks, isFixed, canRewrite, onDone }: LineChecksProps) {
  const { store } = useEditor();
  const { attempt, begin } = useRewriting(line.id);
  const open = checks.filter(({ isAccepted }) => !isAccepted);
  if (open.length === 0) return null;
  const isWaiting = attempt.kind === 'waiting';

  async function rewrite(wish: string) {
    // The looks of a person, or what is read in the picture, can be longer than a wish.
    const text = await begin(wish.slice(0, maxWishCharacters));
    const now = getLines(store.getState()).find(({ id }) => id === line.id);
    if (text === undefined || now?.text !== line.text) return;
    runOnNarration(store, { type: 'rewriteLines', texts: new Map([[line.id, text]]) });
    onDone();
  }

  return (
    <>
      <ul className={`soft small ${classes.items}`} aria-label={t(checkMessages.of, { number })}>
        {open.map(({ rule, level, message, wish }) => (
          <li key={`${rule} ${message}`} data-level={level}>
            <strong>{t(checkNames[rule])}</strong> <span>{message}</span>{' '}
            {!isFixed && (
              <span className={classes.choice}>
                {canRewrite && wish !== undefined && !line.isLocked && (
                  <TextButton
                    aria-label={t(checkMessages.rewriteFor, { number, name: t(checkNames[rule]) })}
                    isBusy={isWaiting}
                    onClick={() => void rewrite(wish)}
                  >
                    {t(checkMessages.rewrite)}
                  </TextButton>
                )}
                <TextButton
                  aria-label={t(checkMessages.acceptFor, { number, name: t(checkNames[rule]) })}
                  onClick={() => {
                    runOnNarration(store, { type: 'acceptCheck', lineId: line.id, rule });
                    onDone();
                  }}
                >
                  {t(checkMessages.accept)}
                </TextButton>
              </span>
            )}
          </li>
        ))}
      </ul>
      <div role="status">{isWaiting && t(lineEditorMessages.rewriting)}</div>
      {attempt.kind === 'failed' && <Notice tone="problem">{attempt.message}</Notice>}
    </>
  );
}

const pollMs = 10_000;

export function useCommentWatch(): void {
  const { store } = useEditor();
  const id = useEditorState(({ project }) => project.id);
  const isStored = useEditorState(({ keeping }) => keeping.account === 'saved');
  useQuery({
    queryKey: ['comments', id],
    // Of a failure nothing is said: it is asked again soon.
    queryFn: ({ signal }) =>
      refreshComments(store, { signal })
        .catch(() => {})
        .then(() => null),
    enabled: isStored,
    refetchInterval: pollMs,
    staleTime: 0,
  });
}

async function refreshComments(store: EditorStore, init?: RequestInit): Promise<void> {
  const { id } = store.getState().project;
  const { comments } = await getAnswer(`${pathOf(id)}/comments`, commentsAnswerSchema, init);
  const { project, comments: known } = store.getState();
  if (project.id === id && JSON.stringify(comments) !== JSON.stringify(known)) store.setState({ comments });
}

const sortComments = rememberLast(sortAnew);

function sortAnew(comments: EditorState['comments'], narrations: readonly Narration[], shownId?: string) {
  const others = new Set(narrations.map(({ id }) => id).filter(id => id !== shownId));
  const lines = new Set(narrations.find(({ id }) => id === shownId)?.lines.map(({ id }) => id));
  const all = comments.filter(({ narrationId }) => !others.has(narrationId));
  const byLine = Map.groupBy(all, ({ lineId }) => (lineId !== null && lines.has(lineId) ? lineId : null));
  return { all, byLine, openCount: all.filter(({ isResolved }) => !isResolved).length };
}

const none = sortComments([], []);

export function getShownComments({ comments, project, narrationId }: EditorState): typeof none {
  return comments.length === 0 ? none : sortComments(comments, project.narrations, narrationId);
}

type CommentListProps = { readonly comments: readonly OwnedComment[]; readonly isApart?: boolean };

export function CommentList({ comments, isApart = false }: CommentListProps) {
  const { store } = useEditor();
  const lines = useEditorState(getLines);
  const group = useRef<HTMLDivElement>(null);
  const { mutate, error } = useMutation({
    mutationFn: async ({ id, isResolved }: { readonly id: string; readonly isResolved?: boolean }) => {
      const path = `${pathOf(store.getState().project.id)}/comments/${id}`;
      if (isResolved === undefined) await callServer(path, { method: 'DELETE' });
      else await postJson(`${path}/resolution`, { isResolved });
      await refreshComments(store);
    },
    // The button that was pressed is gone.
    onSuccess: () => group.current?.focus(),
  });
  if (comments.length === 0) return null;
  const resolved = comments.filter(({ isResolved }) => isResolved);
  const show = (comment: OwnedComment) => {
    const { id, author, isResolved, lineId } = comment;
    const line = lines.find(each => each.id === lineId);
    const about = line ? (
      <TextButton onClick={() => focusLine(line.id)}>
        {t(commentMessages.onLine, { text: line.text })}
      </TextButton>
    ) : (
      lineId !== null && t(commentMessages.onGone)
    );
    return (
      <Comment key={id} comment={comment} about={isApart && about}>
        <TextButton
          aria-label={t(isResolved ? commentMessages.reopenThis : commentMessages.resolveThis, { author })}
          onClick={() => mutate({ id, isResolved: !isResolved })}
        >
          {t(isResolved ? commentMessages.reopen : commentMessages.resolve)}
        </TextButton>
        {isResolved && (
          <TextButton aria-label={t(commentMessages.removeThis, { author })} onClick={() => mutate({ id })}>
            {t(commentMessages.remove)}
          </TextButton>
        )}
      </Comment>
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={group}
      className="stack tight small"
      role="group"
      aria-label={t(commentMessages.list)}
      tabIndex={-1}
    >
      <ul className="stack tight">{comments.filter(({ isResolved }) => !isResolved).map(show)}</ul>
      {resolved.length > 0 && (
        <details>
          <summary className="soft">{t(commentMessages.resolvedCount, { count: resolved.length })}</summary>
          <ul className="stack tight">{resolved.map(show)}</ul>
        </details>
      )}
      {error && <FailureNotice error={error} />}
    </div>
  );
}

import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { t } from '#shared/messages/message.ts';
import { newCutMessages as messages } from '#shared/messages/new-cut.ts';
import { type CutPart, findPart, type Span } from '#shared/narration/new-cut.ts';
import type { Project } from '#shared/narration/project.ts';
import { type CutEntry, type NewCutPlan, planNewCut } from '#shared/narration/replace-video.ts';
import { printShortTime } from '#shared/script/time-format.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { RadioGroup } from '../../../components/field.tsx';
import { Fold } from '../../../components/fold.tsx';
import { formatDuration } from '../../../lib/format.ts';
import { useObjectUrl } from '../../../lib/media.ts';
import { listLanguages, nameVersion } from '../keep/kept-projects.ts';
import { getVoice } from '../model/editor.ts';
import type { NewCut } from '../model/editor-state.ts';
import type { NarrationEditorProps } from '../model/narration-service.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { VideoPictures } from '../player/video-picture.ts';
import classes from './new-cut.module.css';

type Answer = 'same place' | 'gone';

interface NewCutDialogProps extends Pick<NarrationEditorProps, 'renderCost'> {
  readonly newCut: NewCut;
  /** @param parts undefined: nothing is changed */
  readonly answer: (parts: readonly CutPart[] | undefined) => void;
}

/** What becomes of the lines, before anything is changed. */
export function NewCutDialog({ newCut, answer, renderCost }: NewCutDialogProps) {
  const project = useEditorState(state => state.project);
  const [answers, setAnswers] = useState<ReadonlyMap<CutPart, Answer>>(new Map());
  const { chosen, before } = newCut;
  const parts = useMemo(
    () => newCut.parts.flatMap(part => settle(part, answers.get(part))),
    [newCut, answers],
  );
  const plan = useMemo(() => planNewCut(project, parts), [project, parts]);
  const rows = useMemo(() => listRows(newCut.parts, plan.entries), [newCut, plan]);
  const films = useFilms(newCut);
  const choose = (part: CutPart, given: Answer | undefined) => {
    const changed = new Map(answers);
    if (given) changed.set(part, given);
    else changed.delete(part);
    setAnswers(changed);
  };
  const cancel = () => answer(undefined);
  const reason = t(messages.reason, { name: chosen.file.name });
  const originals = new Set(rows.map(({ narrationId }) => narrationId));
  return (
    <Dialog title={t(messages.title)} reason={reason} isWide onClose={cancel}>
      <div className={classes.review}>
        <Summary plan={plan} project={project} renderCost={renderCost} />
        <div className={classes.films}>
          <Film label={t(messages.before)} file={before} film={films.before} />
          <Film label={t(messages.now)} file={chosen.file} film={films.now} />
        </div>
        <ol className={classes.rows} aria-label={t(messages.list)}>
          {rows.map((row, at) => (
            <li key={row.key} className={classes.row}>
              {originals.size > 1 && rows[at - 1]?.narrationId !== row.narrationId && (
                <h3>{nameNarration(project, row)}</h3>
              )}
              <ShownRow row={row} films={films} answer={row.part && answers.get(row.part)} choose={choose} />
            </li>
          ))}
        </ol>
        <div className={`row ${classes.foot}`}>
          <Button onClick={() => answer(parts)}>{t(messages.apply)}</Button>
          <Button variant="default" onClick={cancel}>
            {t(messages.cancel)}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** A part as the person has said it is. */
function settle(part: CutPart, answer: Answer | undefined): CutPart[] {
  if (answer === undefined) return [part];
  if (answer === 'same place') return [{ ...part, isUncertain: undefined }];
  return [
    { kind: 'removed', old: part.old },
    { kind: 'new', now: part.now },
  ];
}

/** Lines of one part that move together, or that are uncertain together; any other is one of its own. */
interface Row {
  readonly key: string;
  readonly narrationId: string;
  readonly part: CutPart | undefined;
  readonly entries: CutEntry[];
}

function listRows(parts: readonly CutPart[], entries: readonly CutEntry[]): Row[] {
  const rows: Row[] = [];
  for (const entry of entries) {
    const { kind, narrationId, lineId, span, oldMs } = entry;
    const found = oldMs === undefined ? undefined : findPart(parts, oldMs);
    const part = found?.isUncertain || kind === 'moved' ? found : undefined;
    const isSame = (row: Row | undefined) => row?.part === part && row?.narrationId === narrationId;
    // Answers do not move the question.
    const known = part?.isUncertain ? rows.find(isSame) : rows.at(-1);
    if (part && known && isSame(known)) known.entries.push(entry);
    else rows.push({ key: `${narrationId} ${lineId ?? span?.fromMs}`, narrationId, part, entries: [entry] });
  }
  return rows;
}

function nameNarration(project: Project, { narrationId }: Row): string {
  const narration = project.narrations.find(({ id }) => id === narrationId);
  return narration ? nameVersion(project, narration) : '';
}

interface SummaryProps extends Pick<NarrationEditorProps, 'renderCost'> {
  readonly plan: NewCutPlan;
  readonly project: Project;
}

function Summary({ plan: { counts, entries }, project, renderCost }: SummaryProps) {
  const editor = useEditor();
  const language = useEditorState(({ form }) => form.language);
  const { moved, gone, toCheck, newMs } = counts;
  const count = listLanguages(project).length;
  const facts = [
    entries.length === 0 && t(messages.nothing),
    moved > 0 && t(messages.moved, { count: moved }),
    gone > 0 && t(messages.gone, { count: gone }),
    toCheck > 0 && t(messages.toCheck, { count: toCheck }),
    newMs > 0 && t(messages.newTime, { duration: formatDuration(newMs / 1000) }),
    count > 1 && t(messages.languages, { count }),
  ];
  const voice = getVoice(editor);
  const videoSeconds = newMs / 1000;
  const shown = facts.filter(fact => fact !== false);
  return (
    <div role="status">
      <ul className={`row ${classes.summary}`}>
        {shown.map(fact => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {newMs > 0 &&
        renderCost?.({ work: 'look and write', videoSeconds, language, voice, script: '', isTimed: true })}
    </div>
  );
}

interface Playable {
  readonly element: RefObject<HTMLVideoElement | null>;
  /** Undefined where the file is not at hand. */
  readonly pictures: VideoPictures | undefined;
  /** Until then it plays what was asked for. */
  readonly untilSeconds: RefObject<number>;
}

type Films = Readonly<Record<'before' | 'now', Playable>>;

function useFilms({ before, chosen }: NewCut): Films {
  return { before: usePlayable(before), now: usePlayable(chosen.file) };
}

function usePlayable(file: File | undefined): Playable {
  const element = useRef<HTMLVideoElement>(null);
  const untilSeconds = useRef(Number.POSITIVE_INFINITY);
  const pictures = useMemo(() => file && new VideoPictures(file), [file]);
  useEffect(() => () => pictures?.close(), [pictures]);
  return { element, pictures, untilSeconds };
}

interface FilmProps {
  readonly label: string;
  readonly file: File | undefined;
  readonly film: Playable;
}

function Film({ label, file, film: { element, untilSeconds } }: FilmProps) {
  const url = useObjectUrl(file);
  return (
    <figure>
      {file ? (
        // biome-ignore lint/a11y/useMediaCaption: a few seconds of it are compared with the other one
        <video
          ref={element}
          src={url}
          aria-label={label}
          controls
          playsInline
          preload="auto"
          onTimeUpdate={({ currentTarget: video }) => {
            if (video.currentTime < untilSeconds.current) return;
            untilSeconds.current = Number.POSITIVE_INFINITY;
            video.pause();
          }}
        />
      ) : (
        <p className="flat soft small">{t(messages.noVideoBefore)}</p>
      )}
      <figcaption>{label}</figcaption>
    </figure>
  );
}

/** One of the two is heard at a time. */
function play(films: Films, which: keyof Films, { fromMs, toMs }: Span): void {
  films[which === 'now' ? 'before' : 'now'].element.current?.pause();
  const { element, untilSeconds } = films[which];
  if (!element.current) return;
  untilSeconds.current = toMs / 1000;
  element.current.currentTime = fromMs / 1000;
  // Paused again before it could begin is no fault.
  element.current.play().catch(() => {});
}

interface ShownRowProps {
  readonly row: Row;
  readonly films: Films;
  readonly answer: Answer | undefined;
  readonly choose: (part: CutPart, answer: Answer | undefined) => void;
}

function ShownRow({ row: { part, entries }, films, answer, choose }: ShownRowProps) {
  const list = (
    <ul className={classes.rows}>
      {entries.map(entry => (
        <li key={entry.lineId ?? entry.span?.fromMs}>
          <Entry entry={entry} films={films} />
        </li>
      ))}
    </ul>
  );
  if (!part) return list;
  if (!part.isUncertain) return <Fold title={describeMove(entries)}>{list}</Fold>;
  const { old, now } = part;
  const option = (label: string, given: Answer | undefined) => ({
    label,
    isOn: answer === given,
    choose: () => choose(part, given),
  });
  const places = { before: old ? printSpan(old) : '', now: now ? printSpan(now) : '' };
  return (
    <>
      <RadioGroup
        legend={t(messages.isSamePlace, places)}
        options={[
          option(t(messages.samePlace), 'same place'),
          option(t(messages.goneFromHere), 'gone'),
          option(t(messages.undecided), undefined),
        ]}
      />
      {list}
    </>
  );
}

const seconds = new Intl.NumberFormat('en', { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

/** Lines of a part that runs at another speed move by a little more each. */
function describeMove(entries: readonly CutEntry[]): string {
  const shifts = [entries[0], entries.at(-1)].map(({ nowMs = 0, oldMs = 0 } = {} as CutEntry) =>
    seconds.format((nowMs - oldMs) / 1000).replace('-', '−'),
  );
  return t(messages.movedBy, { count: entries.length, seconds: [...new Set(shifts)].join(' … ') });
}

/** So much is played of a line. */
const playedMs = 4000;

const reasons = {
  'picture changed': messages.pictureChanged,
  'cut short': messages.cutShort,
  'place uncertain': messages.placeUncertain,
};

function Entry({ entry, films }: { readonly entry: CutEntry; readonly films: Films }) {
  const { kind, text, oldMs, nowMs, span, reason } = entry;
  const state = reason ? reasons[reason] : kind === 'gone' ? messages.isGone : span && messages.isNew;
  const from = (ms: number) => ({ fromMs: ms, toMs: ms + playedMs });
  const places = {
    before: oldMs === undefined ? undefined : from(oldMs),
    now: span ?? (nowMs === undefined ? undefined : from(nowMs)),
  };
  const times = span ? [printSpan(span)] : [oldMs, nowMs].flatMap(ms => (ms === undefined ? [] : print(ms)));
  return (
    <div className={classes.entry}>
      <strong className={classes.times}>{[...new Set(times)].join(' → ')}</strong>
      <div className={classes.line}>
        {text && (
          <p className="flat" dir="auto">
            {text}
          </p>
        )}
        {state && <p className={`flat small ${classes.state}`}>{t(state)}</p>}
        {reason === 'picture changed' && (
          <div className={classes.pictures}>
            <Still film={films.before} label={t(messages.before)} ms={oldMs} />
            <Still film={films.now} label={t(messages.now)} ms={nowMs} />
          </div>
        )}
      </div>
      {(['before', 'now'] as const).map(which => {
        const place = places[which];
        if (!place || !films[which].pictures) return null;
        const name = which === 'now' ? messages.playNow : messages.playBefore;
        return (
          <TextButton
            key={which}
            aria-label={t(name, { time: print(place.fromMs) })}
            onClick={() => play(films, which, place)}
          >
            <span aria-hidden="true">▶ </span>
            {t(messages[which])}
          </TextButton>
        );
      })}
    </div>
  );
}

interface StillProps {
  readonly film: Playable;
  readonly label: string;
  readonly ms: number | undefined;
}

function Still({ film: { pictures }, label, ms = 0 }: StillProps) {
  const url = useSyncExternalStore(pictures?.subscribe ?? noSubscription, () =>
    pictures?.getUrls().get(ms / 1000),
  );
  useEffect(() => pictures?.want(ms / 1000), [pictures, ms]);
  return (
    <figure>
      {url !== undefined && <img src={url} alt="" />}
      <figcaption>{label}</figcaption>
    </figure>
  );
}

const noSubscription = () => () => {};
const print = (ms: number) => printShortTime(ms / 1000);
const printSpan = ({ fromMs, toMs }: Span) => `${print(fromMs)}–${print(toMs)}`;

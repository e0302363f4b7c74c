import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { t } from '#shared/messages/message.ts';
import { newCutLinesMessages as messages } from '#shared/messages/new-cut-lines.ts';
import type { Span } from '#shared/narration/new-cut.ts';
import type { Line } from '#shared/narration/project.ts';
import { printShortTime } from '#shared/script/time-format.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { lazyJobs } from '../jobs/status.tsx';
import { readRecord } from '../keep/database.ts';
import { run, runOnNarration } from '../model/change-document.ts';
import { focusLine } from '../model/edit-lines.ts';
import type { EditorStore } from '../model/editor-state.ts';
import { getLines, getNarration, isReadOnly } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import type { VideoPictures } from '../player/video-picture.ts';
import classes from './new-cut.module.css';

export const toCheckMessages = {
  'picture changed': messages.pictureChanged,
  'cut short': messages.cutShort,
  'place uncertain': messages.placeUncertain,
};

interface ChangedPictureProps {
  readonly line: Line;
  readonly seconds: number;
  /** Of the video as it is now. */
  readonly pictures: VideoPictures;
}

/** What the video showed at a line before it was replaced, and what it shows now; nothing where the first was not kept. */
export function ChangedPicture({ line, seconds, pictures }: ChangedPictureProps) {
  const before = useKeptPicture(line.sourceLineId ?? line.id);
  const now = useSyncExternalStore(pictures.subscribe, () => pictures.getUrls().get(seconds));
  if (before === undefined) return null;
  return (
    <div className={classes.pictures}>
      <figure>
        <img src={before} alt="" />
        <figcaption>{t(messages.pictureBefore)}</figcaption>
      </figure>
      <figure>
        {now !== undefined && <img src={now} alt="" />}
        <figcaption>{t(messages.pictureNow)}</figcaption>
      </figure>
    </div>
  );
}

function useKeptPicture(lineId: string): string | undefined {
  const projectId = useEditorState(({ project }) => project.id);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let isWanted = true;
    readRecord('pictures', `${projectId}/${lineId}`).then(
      picture => {
        if (!isWanted || !picture) return;
        made = URL.createObjectURL(picture);
        setUrl(made);
      },
      () => {},
    );
    return () => {
      isWanted = false;
      if (made !== undefined) URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [projectId, lineId]);
  return url;
}

/** A part of the video that is new and has no lines, among the lines. */
export function NewPart({ span }: { readonly span: Span }) {
  const editor = useEditor();
  const { store } = editor;
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const hasVideo = useEditorState(({ video }) => video !== undefined);
  const narrationId = useEditorState(state => state.narrationId);
  const [isWriting, setWriting] = useState(false);
  const reasonId = useId();
  const times = { from: printShortTime(span.fromMs / 1000), to: printShortTime(span.toMs / 1000) };

  async function write() {
    if (narrationId === undefined) return;
    setWriting(true);
    try {
      const { writePart } = await lazyJobs.fetch();
      await writePart(editor, narrationId, span);
    } finally {
      setWriting(false);
    }
    // Once it is written, this button is gone.
    if (document.activeElement === document.body) focusPlace(store, span);
  }

  function leave() {
    flushSync(() => runOnNarration(store, { type: 'setWritten', span }));
    focusPlace(store, span);
  }

  return (
    <li className={`row ${classes.part}`}>
      <strong>{t(messages.isNew, times)}</strong>
      <Button
        variant="default"
        isBlocked={isWorking || !hasVideo}
        isBusy={isWriting}
        reasonId={reasonId}
        onClick={() => void write()}
      >
        {t(messages.write, times)}
      </Button>
      <TextButton aria-label={t(messages.leavePart, times)} isBlocked={isWorking} onClick={leave}>
        {t(messages.leave)}
      </TextButton>
      {!hasVideo && (
        <span id={reasonId} className="soft small">
          {t(messages.needsVideo)}
        </span>
      )}
    </li>
  );
}

/** The first line of a part, or the one beside it. */
function focusPlace(store: EditorStore, { fromMs }: Span): void {
  const lines = getLines(store.getState());
  const next = lines.find(({ startMs }) => (startMs ?? 0) >= fromMs) ?? lines.at(-1);
  if (next) focusLine(next.id);
}

/** More than these are folded: the lines that are heard come first. */
const maxOpen = 5;

/** Lines of parts that are no longer in the video, with their times in the one before. */
export function CutLines() {
  const { store } = useEditor();
  const narration = useEditorState(getNarration);
  const canPlace = useEditorState(({ player }) => player !== undefined);
  const isFixed = useEditorState(isReadOnly);
  const list = useRef<HTMLUListElement>(null);
  const summary = useRef<HTMLElement>(null);
  const { cutLines: lines = [] } = narration ?? {};
  if (!narration || lines.length === 0) return null;

  /** Translations follow their original. */
  const nameLine = ({ id: lineId, sourceLineId }: Line) =>
    narration.derivedFrom !== undefined && sourceLineId !== undefined
      ? { narrationId: narration.derivedFrom, lineId: sourceLineId }
      : { narrationId: narration.id, lineId };

  function putBack(line: Line) {
    const seconds = store.getState().player?.picture.getPlaybackTime().atSeconds ?? 0;
    const startMs = 1000 * seconds;
    flushSync(() => run(store, { type: 'restoreCutLine', ...nameLine(line), startMs }));
    focusLine(line.id);
  }

  function remove(line: Line, at: number) {
    flushSync(() => run(store, { type: 'dropCutLine', ...nameLine(line) }));
    const rows = list.current?.children;
    const next = rows?.[Math.min(at, rows.length - 1)];
    const control = next?.querySelector<HTMLElement>('button:last-of-type') ?? summary.current;
    if (control) control.focus();
    else focusLine(getLines(store.getState()).at(-1)?.id ?? '');
  }

  return (
    <details className={classes.cut} open={lines.length <= maxOpen}>
      <summary ref={summary}>{t(messages.gone, { count: lines.length })}</summary>
      <ul ref={list} className="flat">
        {lines.map((line, at) => (
          <li key={line.id} className="row">
            <span className="soft small">
              {t(messages.was, { time: printShortTime((line.startMs ?? 0) / 1000) })}
            </span>
            <bdi dir="auto">{line.text}</bdi>
            {!isFixed && (
              <span className="row">
                <TextButton
                  aria-label={t(messages.putBackLine, { text: line.text })}
                  isBlocked={!canPlace}
                  onClick={() => putBack(line)}
                >
                  {t(messages.putBack)}
                </TextButton>
                <TextButton
                  aria-label={t(messages.deleteCutLine, { text: line.text })}
                  onClick={() => remove(line, at)}
                >
                  {t(messages.deleteCut)}
                </TextButton>
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

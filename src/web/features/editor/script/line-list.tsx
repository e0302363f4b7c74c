import { Fragment, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { getLanguage } from '#shared/languages.ts';
import { maxTermCharacters } from '#shared/limits.ts';
import { describedVideoMessages } from '#shared/messages/described-video.ts';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { TextButton } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useFollowing } from '../../../lib/focus.ts';
import { usePublicConfig } from '../../../lib/public-config.ts';
import { addLineAt, findLineField, focusLine, revealLine, useListUndo } from '../model/edit-lines.ts';
import { getVoice } from '../model/editor.ts';
import type { EditorStore } from '../model/editor-state.ts';
import { getChecks } from '../model/line-checks.ts';
import { getLineStates } from '../model/line-states.ts';
import { getNarration, getShownKind, isReadOnly } from '../model/select.ts';
import { noSubscription, useEditor, useEditorState } from '../model/use-editor.tsx';
import { DeliveryDialog, describeDelivery } from '../panels/delivery-dialog.tsx';
import { RecordDialog } from '../panels/record-dialog.tsx';
import { getShownComments } from '../panels/review-panel.tsx';
import { WordDialog } from '../panels/words.tsx';
import { VideoPictures } from '../player/video-picture.ts';
import classes from './line-row.module.css';
import { type LineDialog, LineRow } from './line-row.tsx';
import { CutLines, NewPart } from './new-cut.tsx';
import { RewriteLine } from './rewrite-line.tsx';
import { getOriginal } from './script-head.tsx';
import { useKeptPlace } from './script-text.tsx';

export function LineList() {
  const editor = useEditor();
  const { store } = editor;
  const lines = useEditorState(getLineStates);
  const checks = useEditorState(getChecks).byLine;
  const { byLine: comments } = useEditorState(getShownComments);
  const selectedId = useEditorState(state => state.selectedLineId);
  const canSpeak = useEditorState(({ job }) => job === undefined && getVoice(editor) !== undefined);
  const isFixed = useEditorState(isReadOnly);
  const language = useEditorState(state => getNarration(state)?.language);
  const canRewrite = usePublicConfig().data?.engines.script.canRewriteLines === true;
  const unwritten = useEditorState(state => getNarration(state)?.unwritten);
  const partsBefore = Map.groupBy(
    unwritten ?? [],
    ({ fromMs }) => lines.find(({ startSeconds }) => 1000 * startSeconds >= fromMs)?.line.id,
  );
  const showParts = (lineId?: string) =>
    partsBefore.get(lineId)?.map(span => <NewPart key={span.fromMs} span={span} />);
  const original = useOriginal();
  const showsOriginal = useEditorState(state => state.showsOriginal);
  const heardId = useHeardLine();
  const pictures = usePictures();
  const cast = useEditorState(({ project }) => project.cast);
  const [dialog, setDialog] = useState<LineDialog>();
  const list = useRef<HTMLOListElement>(null);
  const helpId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  useKeptPlace(scroller);
  useListUndo(list, store);
  useRevealSelected(store, selectedId);
  const languageCode = language && getLanguage(language).code;
  const add = () => addLineAt(store, store.getState().player?.picture.getPlaybackTime().atSeconds ?? 0);
  return (
    <div ref={scroller} className={`scroll ${classes.list}`}>
      <p id={helpId} className="visually-hidden">
        {t(lineEditorMessages.help)}
      </p>
      <ol ref={list} className="flat" aria-label={t(lineEditorMessages.list)} aria-describedby={helpId}>
        {lines.map(state => (
          <Fragment key={state.line.id}>
            {showParts(state.line.id)}
            <LineRow
              state={state}
              checks={checks.get(state.line.id)}
              comments={comments.get(state.line.id)}
              isHeard={state.line.id === heardId}
              isSelected={state.line.id === selectedId}
              canSpeak={canSpeak}
              canRewrite={canRewrite}
              isFixed={isFixed}
              languageCode={languageCode}
              original={original?.texts.get(state.line.sourceLineId)}
              showsOriginal={showsOriginal}
              originalCode={original?.languageCode}
              pictures={pictures}
              delivery={describeDelivery(state.line, cast)}
              onOpen={setDialog}
            />
          </Fragment>
        ))}
        {showParts()}
      </ol>
      <CutLines />
      <GapsNote />
      {!isFixed && (
        <p className="apart">
          <TextButton onClick={add}>{t(lineEditorMessages.addLine)}</TextButton>
        </p>
      )}
      {dialog && <OpenDialog dialog={dialog} onClose={() => setDialog(undefined)} />}
    </div>
  );
}

function OpenDialog({ dialog, onClose }: { dialog: LineDialog; onClose: () => void }) {
  if (dialog.kind === 'pronounce')
    return <WordDialog word={dialog.word.slice(0, maxTermCharacters)} onClose={onClose} />;
  const { lineId } = dialog;
  function close() {
    // While the dialog is open, nothing beside it takes the focus.
    flushSync(onClose);
    focusLine(lineId);
  }
  if (dialog.kind === 'record') return <RecordDialog lineId={lineId} file={dialog.file} onClose={close} />;
  const Shown = dialog.kind === 'rewrite' ? RewriteLine : DeliveryDialog;
  return <Shown lineId={lineId} onClose={close} />;
}

function useOriginal() {
  const source = useEditorState(getOriginal);
  return useMemo(
    () =>
      source && {
        texts: new Map<string | undefined, string>(source.lines.map(({ id, text }) => [id, text])),
        languageCode: source.language && getLanguage(source.language).code,
      },
    [source],
  );
}

function usePictures(): VideoPictures | undefined {
  const file = useEditorState(state => state.video?.file);
  const pictures = useMemo(() => file && new VideoPictures(file), [file]);
  useEffect(() => () => pictures?.close(), [pictures]);
  return pictures;
}

/** Shows the line that was selected elsewhere, as on the timeline. Scenes that were just found are there to be written. */
function useRevealSelected(store: EditorStore, selectedId: string | undefined): void {
  const narrationId = useEditorState(state => state.narrationId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a narration
  useEffect(() => {
    const { job, lastEnd, selectedLineId } = store.getState();
    const isNew = (job ?? lastEnd)?.kind === 'find scenes';
    if (isNew && selectedLineId !== undefined) focusLine(selectedLineId);
  }, [store, narrationId]);
  useEffect(() => {
    if (selectedId === undefined) return;
    const row = findLineField(selectedId)?.closest('li');
    if (!row?.contains(document.activeElement)) revealLine(selectedId);
  }, [selectedId]);
}

function GapsNote() {
  const kind = useEditorState(getShownKind);
  const hasVideo = useEditorState(({ video }) => video !== undefined);
  const isUndecodable = useEditorState(({ heard }) => heard?.isHeard === false);
  if (!kind || (hasVideo && !isUndecodable)) return null;
  const { needsVideo, undecodable, undecodableExtended } = describedVideoMessages;
  const whyUndecodable = kind === 'extended' ? undecodableExtended : undecodable;
  return <Notice tone="plain">{t(hasVideo ? whyUndecodable : needsVideo)}</Notice>;
}

/** The line at the playhead, the last that has begun: kept in sight, until the person scrolls, uses a key or presses something. */
function useHeardLine(): string | undefined {
  const { store } = useEditor();
  const clock = useEditorState(state => state.player?.picture);
  const subscribe = clock?.subscribe ?? noSubscription;
  const heardId = useSyncExternalStore(subscribe, () => {
    const { atSeconds = -1 } = clock?.getPlaybackTime() ?? {};
    return getLineStates(store.getState()).findLast(line => line.startSeconds <= atSeconds + 0.001)?.line.id;
  });
  const isPlaying = useSyncExternalStore(subscribe, () => clock?.getPlaybackTime().isPlaying ?? false);
  const isFollowing = useFollowing(isPlaying);
  useEffect(() => {
    if (isPlaying && heardId !== undefined && isFollowing.current) revealLine(heardId);
  }, [isPlaying, heardId, isFollowing]);
  return heardId;
}

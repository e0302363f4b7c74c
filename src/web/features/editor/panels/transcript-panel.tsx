import { memo, useEffect, useId, useMemo, useRef, useState } from 'react';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { transcriptMessages } from '#shared/messages/transcript.ts';
import { transcriptPanelMessages as messages } from '#shared/messages/transcript-panel.ts';
import { createLine, isTimed, type Segment, type Transcript } from '#shared/narration/project.ts';
import { printShortTime } from '#shared/script/time-format.ts';
import { describeHearing } from '#shared/transcript/to-transcript.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { AutoDirectionTextarea, TextField } from '../../../components/field.tsx';
import { Fold } from '../../../components/fold.tsx';
import field from '../../../components/quiet-field.module.css';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { usePublicConfig } from '../../../lib/public-config.ts';
import { describeSource, describeWhereSoundGoes } from '../jobs/jobs.ts';
import { makeSpokenSubtitles, makeSubtitles } from '../jobs/speak.ts';
import { addNarration, findGroup, run } from '../model/change-document.ts';
import { addLineAt, playFrom, useListUndo } from '../model/edit-lines.ts';
import type { Transcription } from '../model/editor.ts';
import type { EditorState, EditorStore } from '../model/editor-state.ts';
import { getNarration, hasSaid, hasTimes, isEmpty, isReadOnly } from '../model/select.ts';
import { undo } from '../model/undo.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { SetupLink, useCanSetUp } from '../start/connect-ai.tsx';
import { WorkButton } from '../start/work-button.tsx';
import classes from './panels.module.css';

const minConfidence = 0.6;
/** Drawn together, once they come into sight: four hours of them would take seconds. */
const segmentsAtOnce = 50;

const isUnsure = ({ confidence }: Segment): boolean => confidence !== undefined && confidence < minConfidence;

export function countTranscriptIssues({ project: { transcript } }: EditorState): number {
  return transcript?.segments.filter(isUnsure).length ?? 0;
}

export function TranscriptFold() {
  const canTranscribe = useTranscription() !== undefined;
  const isWanted = useEditorState(state => state.project.transcript !== undefined || isJustRemoved(state));
  if (!canTranscribe && !isWanted) return null;
  return (
    <Fold title={t(messages.transcript)}>
      <TranscriptPanel />
    </Fold>
  );
}

function isJustRemoved({ project, past }: EditorState): boolean {
  return !project.transcript && past.at(-1)?.said?.transcript !== undefined;
}

function useTranscription(): Transcription | undefined {
  const transcription = usePublicConfig().data?.transcription;
  return useEditorState(({ video }) => video?.facts.hasSound) ? transcription : undefined;
}

/** What is said in the video: to read, to hear, to correct and to make lines of; or the way to have it transcribed. */
export function TranscriptPanel() {
  const transcription = useTranscription();
  const transcript = useEditorState(({ project }) => project.transcript);
  const isRemoved = useEditorState(isJustRemoved);
  const hasSound = useEditorState(({ video }) => video?.facts.hasSound);
  const canConnect = useCanSetUp() && hasSound;
  const { store } = useEditor();
  const panel = useRef<HTMLDivElement>(null);
  const hadTranscript = useRef(transcript !== undefined);
  // The keyboard does not lose its place when a button gives way to the transcript, or that to the button.
  useEffect(() => {
    if (hadTranscript.current === (transcript !== undefined)) return;
    hadTranscript.current = transcript !== undefined;
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, [transcript]);
  return (
    <div ref={panel} className="stack" tabIndex={-1}>
      {transcript ? (
        <WholeTranscript transcript={transcript} />
      ) : transcription ? (
        <Transcribe transcription={transcription} />
      ) : (
        <p>
          {t(messages.none)} {canConnect && <SetupLink />}
        </p>
      )}
      {isRemoved && <TextButton onClick={() => undo(store)}>{t(messages.undoRemoval)}</TextButton>}
    </div>
  );
}

function Transcribe({ transcription }: { readonly transcription: Transcription }) {
  const editor = useEditor();
  const job = useEditorState(state => state.job);
  const whereId = useId();
  const begin = async () => (await loadChunk('hearing', () => import('../jobs/hear.ts'))).hearVideo(editor);
  return (
    <>
      <p id={whereId}>{describeWhereSoundGoes(transcription)}</p>
      <WorkButton
        label={t(messages.transcribe)}
        isWorking={job?.kind === 'hear'}
        disabled={job !== undefined}
        reasonId={whereId}
        variant="default"
        onBegin={() => void begin()}
        onCancel={() => job?.cancel()}
      />
    </>
  );
}

function WholeTranscript({ transcript }: { readonly transcript: Transcript }) {
  const { store } = useEditor();
  const cast = useEditorState(({ project }) => project.cast);
  const canAdd = useEditorState(state => !isReadOnly(state) && (hasTimes(state) || isEmpty(state)));
  const [drawn, setDrawn] = useState(segmentsAtOnce);
  const frame = useRef<HTMLDivElement>(null);
  useListUndo(frame, store);
  const { segments, language } = transcript;
  const speakers = useMemo(() => {
    const ids = new Set(segments.map(({ speakerId }) => speakerId));
    return cast.filter(({ id }) => ids.has(id));
  }, [cast, segments]);
  const names = new Map<string | undefined, string>(speakers.map(({ id, name }) => [id, name]));
  const remove = () => run(store, { type: 'setTranscript', transcript: undefined, speakers: [] });
  return (
    <div ref={frame} className="stack">
      <p>
        {segments.length === 0 ? t(messages.noSpeech) : describeSource(transcript)}{' '}
        <TextButton onClick={remove}>{t(messages.remove)}</TextButton>
      </p>
      <MakeSubtitles />
      {speakers.length > 0 && (
        <fieldset className={classes.fields}>
          <legend>{t(messages.speakers)}</legend>
          {speakers.map(({ id, name }, index) => (
            <TextField
              key={id}
              label={t(transcriptMessages.speaker, { number: index + 1 })}
              dir="auto"
              value={name}
              onChange={({ currentTarget: { value } }) =>
                run(
                  store,
                  { type: 'editMember', memberId: id, changes: { name: value } },
                  { group: `speaker ${id}` },
                )
              }
            />
          ))}
        </fieldset>
      )}
      <ol className="flat" aria-label={t(messages.transcript)}>
        {segments.slice(0, drawn).map(segment => (
          <SegmentRow
            key={segment.id}
            segment={segment}
            speaker={names.get(segment.speakerId)}
            language={segment.language ?? language}
            canAdd={canAdd}
          />
        ))}
        {drawn < segments.length && (
          <NotYetDrawn rows={segments.length - drawn} onNear={() => setDrawn(drawn + segmentsAtOnce)} />
        )}
      </ol>
    </div>
  );
}

function NotYetDrawn({ rows, onNear }: { readonly rows: number; readonly onNear: () => void }) {
  // With each rendering anew, so that it goes on while the place is in sight.
  const observe = (place: HTMLLIElement) => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear());
    observer.observe(place);
    return () => observer.disconnect();
  };
  return <li ref={observe} aria-hidden="true" style={{ blockSize: `${rows * 4}rem` }} />;
}

interface SegmentRowProps {
  readonly segment: Segment;
  readonly speaker: string | undefined;
  readonly language: LanguageName | undefined;
  readonly canAdd: boolean;
}

const SegmentRow = memo(function SegmentRow({ segment, speaker, language, canAdd }: SegmentRowProps) {
  const { store } = useEditor();
  const { id, startMs, isSound, text } = segment;
  const time = printShortTime(startMs / 1000);
  // What is typed stays as it is typed, while the document has it without spaces at its ends. Emptied and left, it is removed.
  const [typed, setTyped] = useState<string>();
  const isOurs = typed !== undefined && (typed.trim() === '' || typed.replace(/\s+/gu, ' ').trim() === text);
  const shown = isOurs ? typed : text;
  function type(value: string) {
    setTyped(value);
    if (value.trim() === '') return;
    const group = findGroup(id, shown, value);
    run(store, { type: 'editSegment', segmentId: id, text: value }, { group });
  }
  function leave() {
    if (shown.trim() === '') run(store, { type: 'editSegment', segmentId: id, text: '' });
    setTyped(undefined);
  }
  return (
    <li className={classes.segment} data-sound={isSound}>
      <TextButton aria-label={t(messages.playFrom, { time })} onClick={() => playFrom(store, startMs / 1000)}>
        {time}
      </TextButton>
      <div>
        {speaker && <strong dir="auto">{speaker}</strong>}{' '}
        {isUnsure(segment) && <span className={`small ${classes.alert}`}>{t(messages.isUnsure)}</span>}
        <AutoDirectionTextarea
          aria-label={t(isSound ? messages.soundAt : messages.saidAt, { time })}
          className={field.field}
          minRows={1}
          lang={language && getLanguage(language).code}
          value={shown}
          onChange={event => type(event.currentTarget.value)}
          onBlur={leave}
        />
      </div>
      {canAdd && !isSound && (
        <TextButton
          aria-label={t(messages.addAsLineAt, { time })}
          onClick={() => addSegmentAsLine(store, segment)}
        >
          {t(messages.addAsLine)}
        </TextButton>
      )}
    </li>
  );
});

function addSegmentAsLine(store: EditorStore, { startMs, text }: Segment): void {
  const state = store.getState();
  const { transcript } = state.project;
  const said = { text, ...(transcript && describeHearing(transcript)) };
  if (hasTimes(state)) {
    addLineAt(store, startMs / 1000, said);
    return;
  }
  const { form } = state;
  const line = createLine({ startMs, origin: 'edited', ...said });
  const style = isTimed(form) ? form.style : 'timed';
  addNarration(store, { style, prompt: form.prompt, settings: { voice: form.voice }, lines: [line] });
  store.setState({ selectedLineId: line.id });
}

/** Makes lines of what is said in the video: to be read aloud for people who cannot read subtitles, or to be edited. */
function MakeSubtitles() {
  const editor = useEditor();
  const isPossible = useEditorState(state => state.video !== undefined && hasSaid(state));
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const hintId = useId();
  if (!isPossible) return null;
  const make = () =>
    editor.store.setState({ selectedLineId: makeSubtitles(editor, 'transcript')?.lines[0]?.id });
  const speak = () => makeSpokenSubtitles(editor, 'transcript');
  const ways = [
    [messages.speakSubtitles, messages.speakSubtitlesHint, speak],
    [messages.makeSubtitles, messages.makeSubtitlesHint, make],
  ] as const;
  return ways.map(([label, hint, begin]) => (
    <p key={label.key}>
      <Button
        variant="default"
        isBlocked={isWorking}
        aria-describedby={`${hintId}-${label.key}`}
        onClick={begin}
      >
        {t(label)}
      </Button>{' '}
      <small id={`${hintId}-${label.key}`}>{t(hint)}</small>
    </p>
  ));
}

export function hasImportedLines(state: EditorState): boolean {
  const narration = getNarration(state);
  if (state.video === undefined || narration?.style !== 'timed' || narration.settings.isSpokenSubtitles)
    return false;
  return narration.lines.length > 0 && narration.lines.every(({ origin }) => origin === 'imported');
}

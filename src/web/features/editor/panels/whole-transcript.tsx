import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { getLanguage } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { transcriptMessages } from '#shared/messages/transcript.ts';
import { transcriptPanelMessages as messages } from '#shared/messages/transcript-panel.ts';
import type { Segment, Transcript } from '#shared/narration/project.ts';
import { TextButton } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import { runLate } from '../model/change-document.ts';
import { describeSource } from '../model/describe-transcript.ts';
import { useListUndo } from '../model/edit-lines.ts';
import { hasTimes, isEmpty, isReadOnly } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { SegmentRow } from './segment-row.tsx';
import { SpeakSubtitles } from './speak-subtitles.tsx';
import classes from './transcript-panel.module.css';

/** Segments that are drawn together, once they are near the window: four hours of them would take seconds. */
const segmentsAtOnce = 50;
const aboutRowRem = 5;

/** A transcript with its speakers, segment by segment. */
export function WholeTranscript({ transcript }: { readonly transcript: Transcript }) {
  const { store } = useEditor();
  const cast = useEditorState(({ project }) => project.cast);
  const canAdd = useEditorState(state => !isReadOnly(state) && (hasTimes(state) || isEmpty(state)));
  const frame = useRef<HTMLDivElement>(null);
  useListUndo(frame, store);
  const { segments, language } = transcript;
  const chunks = useMemo(() => splitIntoChunks(segments), [segments]);
  const names = useMemo(() => new Map(cast.map(({ id, name }) => [id, name])), [cast]);
  return (
    <div ref={frame} className={classes.whole}>
      <p>
        {segments.length === 0 ? t(messages.noSpeech) : describeSource(transcript)}{' '}
        <TextButton
          onClick={() => runLate(store, { type: 'setTranscript', transcript: undefined, speakers: [] })}
        >
          {t(messages.remove)}
        </TextButton>
      </p>
      <SpeakSubtitles from="transcript" />
      <Speakers segments={segments} />
      <ol className={classes.segments} aria-label={t(messages.transcript)}>
        {chunks.map(chunk => (
          <WhenNear key={chunk.first} isFirst={chunk.first === 0} rows={chunk.segments.length}>
            {() =>
              chunk.segments.map(segment => (
                <SegmentRow
                  key={segment.id}
                  segment={segment}
                  speaker={segment.speakerId && names.get(segment.speakerId)}
                  languageCode={getLanguageCode(segment, language)}
                  canAdd={canAdd}
                />
              ))
            }
          </WhenNear>
        ))}
      </ol>
    </div>
  );
}

function splitIntoChunks(segments: readonly Segment[]) {
  return Array.from({ length: Math.ceil(segments.length / segmentsAtOnce) }, (_, index) => {
    const first = index * segmentsAtOnce;
    return { first, segments: segments.slice(first, first + segmentsAtOnce) };
  });
}

function getLanguageCode(segment: Segment, main: Transcript['language']): string | undefined {
  const language = segment.language ?? main;
  return language && getLanguage(language).code;
}

interface WhenNearProps {
  readonly isFirst: boolean;
  readonly rows: number;
  readonly children: () => ReactNode;
}

/** Rows of a list, which are drawn once their place is near the window. */
function WhenNear({ isFirst, rows, children }: WhenNearProps) {
  const [isNear, setNear] = useState(isFirst);
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setNear(true),
      // More than is in sight, so that reading on finds it drawn.
      { rootMargin: '1500px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  if (isNear) return children();
  return <li ref={place} aria-hidden="true" style={{ blockSize: `${rows * aboutRowRem}rem` }} />;
}

/** Named once for all that they say. */
function Speakers({ segments }: { readonly segments: readonly Segment[] }) {
  const { store } = useEditor();
  const cast = useEditorState(({ project }) => project.cast);
  const ids = useMemo(() => new Set(segments.map(({ speakerId }) => speakerId)), [segments]);
  const speakers = cast.filter(({ id }) => ids.has(id));
  if (speakers.length === 0) return null;
  return (
    <fieldset className={classes.speakers}>
      <legend>{t(messages.speakers)}</legend>
      {speakers.map(({ id, name }, index) => (
        <TextField
          key={id}
          label={t(transcriptMessages.speaker, { number: index + 1 })}
          dir="auto"
          value={name}
          onChange={({ currentTarget: { value } }) =>
            runLate(
              store,
              { type: 'editMember', memberId: id, changes: { name: value } },
              { group: `speaker ${id}` },
            )
          }
        />
      ))}
    </fieldset>
  );
}

import { type ReactNode, useState } from 'react';
import type { DescriptionKind } from '#shared/description.ts';
import { t } from '#shared/messages/message.ts';
import { timedScriptMessages } from '#shared/messages/timed-script.ts';
import { parseTimedScript } from '#shared/narration/timed-text.ts';
import type { Cue } from '#shared/script/cues.ts';
import { TextButton } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { LineEditor } from '../line-editor/public.ts';
import type { Preview } from '../player/public.ts';
import type { Versions } from '../versions/public.ts';
import { isLoading } from './narration-state.ts';
import classes from './script-panel.module.css';
import type { TimedWork } from './timed-work.ts';
import { useDescribing } from './use-describing.ts';
import { useKeptLines } from './use-kept-lines.ts';
import type { Narration } from './use-narration.ts';
import { useRemix } from './use-remix.ts';
import { useSpeechRate } from './use-speech-rate.ts';

interface LinesViewProps {
  readonly timed: TimedWork;
  /** What was recognised, for lines that nobody has written yet. */
  readonly hints: readonly Cue[];
  readonly narration: Narration;
  readonly preview: Preview;
  readonly video: File | undefined;
  readonly videoSeconds: number | undefined;
  /** The lines are an audio description. */
  readonly describes: DescriptionKind | undefined;
  readonly versions: Versions;
  /** Of the version that is shown, or was shown last. */
  readonly versionId: string | undefined;
  readonly hasVoice: boolean;
  readonly languageCode: string | undefined;
  /** The script as a text. */
  readonly children: ReactNode;
}

const noCuePoints: readonly number[] = [];
/** So many mistakes are shown at once. */
const maxProblems = 3;

/** A script that has times: its lines, or the text with what is wrong in it. Whatever is shown, its sound follows it. */
export function LinesView(props: LinesViewProps) {
  const { timed, narration, preview, video, versions, versionId, languageCode, children } = props;
  const { state } = narration;
  const [wantsText, setWantsText] = useState(false);
  const { describes: kind, videoSeconds } = props;
  const note = useDescribing(narration, { kind, video, videoSeconds });
  useRemix(narration, timed);
  useSpeechRate(timed);
  useKeptLines(versions, { timed, state, versionId });

  function keepShortened(index: number) {
    const sound = timed.findSound(index);
    if (sound) timed.restore([{ ...sound, before: undefined }]);
  }

  const { problems } = parseTimedScript(state.script, timed.durationSeconds);
  // What has no time has no place among the lines.
  const isTextOnly = problems.some(({ kind }) => kind === 'no time');
  const isText = wantsText || isTextOnly;
  const isWorking = isLoading(state);
  return (
    <>
      {note?.tone === 'progress' && <p className={classes.length}>{note.text}</p>}
      <div aria-live="polite">
        {note && note.tone !== 'progress' && <Notice tone={note.tone}>{note.text}</Notice>}
      </div>
      {!isTextOnly && (
        <p className={classes.view}>
          <TextButton aria-pressed={isText} onClick={() => setWantsText(!wantsText)}>
            {t(isText ? timedScriptMessages.showLines : timedScriptMessages.showText)}
          </TextButton>
        </p>
      )}
      {isText ? (
        <>
          {children}
          {problems.slice(0, maxProblems).map(({ line, kind, message }) => (
            <Notice key={`${line} ${kind}`} tone="plain">
              {message.text}
            </Notice>
          ))}
        </>
      ) : (
        <LineEditor
          lines={timed.lines}
          hints={props.hints}
          preview={preview}
          pictures={{ video, cuePoints: state.written?.cuePoints ?? noCuePoints }}
          languageCode={languageCode}
          isWorking={isWorking}
          work={{
            canSpeak: props.hasVoice && !isWorking,
            speakLine: timed.speakLine,
            fit: timed.fit,
          }}
          onChange={timed.change}
          onMove={timed.move}
          onLock={timed.lock}
          onSelect={timed.select}
          onKeep={keepShortened}
        />
      )}
    </>
  );
}

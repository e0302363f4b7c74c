import { type ReactNode, useState } from 'react';
import { parseTimedScript } from '#shared/script/timed-script.ts';
import { Notice } from '../../components/notice.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { useLazyParts } from '../../lib/lazy-parts.ts';
import { lazyTimedParts } from './lazy-timed-parts.ts';
import { isLoading } from './narration-state.ts';
import classes from './script-sheet.module.css';
import type { StudioState } from './use-studio.ts';

interface LinesOrTextProps {
  readonly studio: StudioState;
  readonly languageCode: string | undefined;
  /** The script as a text. */
  readonly children: ReactNode;
}

const noMoments: readonly number[] = [];
/** So many mistakes are told at once. */
const toldProblems = 3;

/** A script that has times as a list of lines, or as the text that it is; any other one as text. */
export function LinesOrText({ studio, languageCode, children }: LinesOrTextProps) {
  const { timed, narration, film, choice } = studio;
  const { state } = narration;
  const [wantsText, setWantsText] = useState(false);
  const parts = useLazyParts(lazyTimedParts, timed.isTimed);
  if (!timed.isTimed || !parts || state.phase === 'generating script') return children;

  const { problems } = parseTimedScript(state.script, timed.durationSeconds);
  // What has no time has no place among the lines.
  const isTextOnly = problems.some(({ kind }) => kind === 'no time');
  const isText = wantsText || isTextOnly;
  const isWorking = isLoading(state);
  return (
    <>
      {!isTextOnly && (
        <p className={classes.view}>
          <TextButton aria-pressed={isText} onClick={() => setWantsText(!wantsText)}>
            {isText ? 'Show as lines' : 'Show as plain text'}
          </TextButton>
        </p>
      )}
      {isText ? (
        <>
          {children}
          {problems.slice(0, toldProblems).map(({ line, kind, message }) => (
            <Notice key={`${line} ${kind}`} tone="plain">
              {message}
            </Notice>
          ))}
        </>
      ) : (
        <parts.Workbench
          lines={timed.lines}
          film={film}
          pictures={{ video: choice.video?.file, moments: noMoments }}
          languageCode={languageCode}
          isWorking={isWorking}
          work={{
            canSpeak: studio.voice !== undefined && !isWorking,
            speakLine: timed.speakLine,
            fit: timed.fit,
          }}
          onChange={timed.change}
          onMove={timed.move}
          onLock={timed.lock}
          onSelect={timed.select}
        />
      )}
    </>
  );
}

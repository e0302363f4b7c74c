import type { ReactNode } from 'react';
import { useLazyParts } from '../../lib/load-chunk.ts';
import { lazyTimedParts } from './lazy-timed-parts.ts';
import type { StudioState } from './use-studio.ts';

interface LinesOrTextProps {
  readonly studio: StudioState;
  readonly languageCode: string | undefined;
  /** The script as a text. */
  readonly children: ReactNode;
}

/** A script that has times as a list of lines, or as the text that it is; any other one as text. */
export function LinesOrText({ studio, languageCode, children }: LinesOrTextProps) {
  const { timed, narration, preview, choice, kept, voice } = studio;
  const parts = useLazyParts(lazyTimedParts, timed.isTimed);
  // What grows is read as it comes.
  if (!timed.isTimed || !parts || !preview || narration.state.phase === 'generating script') return children;
  return (
    <parts.LinesView
      timed={timed}
      hints={studio.words.hints}
      narration={narration}
      preview={preview}
      video={choice.video?.file}
      videoSeconds={studio.videoSeconds}
      describes={studio.describes}
      versions={kept.store}
      versionId={kept.versionId}
      hasVoice={voice !== undefined}
      languageCode={languageCode}
    >
      {children}
    </parts.LinesView>
  );
}

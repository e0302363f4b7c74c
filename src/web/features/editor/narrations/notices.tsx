import type { LanguageName } from '#shared/languages.ts';
import { LazyParts, useLazyParts } from '../../../lib/load-chunk.ts';
import { usesOwnVoice } from '../store/select.ts';
import { useEditorState } from '../store/use-editor.tsx';
import { GoneVoices } from './gone-voices.tsx';
import { KeepingNotices, VideoQuestionDialog } from './keeping-notices.tsx';
import classes from './narrations.module.css';

const lazyQueue = new LazyParts('queue', () => import('../queue/queue-panel.tsx'));

/** How the work is kept, the question about another video, and the queue of several videos. */
export function Notices({ languageNames }: { readonly languageNames: readonly LanguageName[] }) {
  const question = useEditorState(state => state.videoQuestion);
  const usesOwn = useEditorState(usesOwnVoice);
  const several = useEditorState(state => state.several);
  const parts = useLazyParts(lazyQueue, several !== undefined);
  return (
    <div className={classes.notices}>
      <KeepingNotices />
      {usesOwn && <GoneVoices />}
      {several && parts && <parts.QueuePanel several={several} languageNames={languageNames} />}
      {question && <VideoQuestionDialog question={question} />}
    </div>
  );
}

import type { RefObject } from 'react';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { isTimed } from '#shared/narration/project.ts';
import { Button } from '../../../components/button.tsx';
import { useFocusFallback } from '../../../lib/focus.ts';
import { usePublicConfig } from '../../../lib/public-config.ts';
import { lazyJobs } from '../jobs/begin-work.ts';
import { getNarration, getText } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { chooseFitChange } from './choose-fit-change.ts';

interface FitButtonProps {
  /** How long the recording takes as it is heard now; undefined while there is none. */
  readonly spokenSeconds: number | undefined;
  /** Gets the focus once the button has gone. */
  readonly focusFallback: RefObject<HTMLElement | null>;
}

export function FitButton({ spokenSeconds, focusFallback }: FitButtonProps) {
  const editor = useEditor();
  const { data: config } = usePublicConfig();
  const canExpand = config?.engines.script.canExpand ?? false;
  const change = useEditorState(state => {
    const narration = getNarration(state);
    // A narration with times is made to fit line by line.
    if (!narration || state.job || isTimed(narration)) return undefined;
    return chooseFitChange({
      script: getText(narration),
      language: narration.language,
      spokenSeconds,
      videoSeconds: state.video?.facts.durationSeconds,
      canExpand,
    });
  });
  const focus = useFocusFallback(change !== undefined, focusFallback);
  if (!change) return null;
  const rewrite = () =>
    void lazyJobs.fetch().then(({ rewriteScript }) => rewriteScript(editor, change, spokenSeconds));
  return (
    <Button variant="default" onClick={rewrite} {...focus}>
      {t(studioMessages[change])}
    </Button>
  );
}

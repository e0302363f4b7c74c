import { describedVideoMessages } from '#shared/messages/described-video.ts';
import { t } from '#shared/messages/message.ts';
import { getDescriptionKind } from '#shared/narration/project.ts';
import { Notice } from '../../../components/notice.tsx';
import { getNarration } from '../store/select.ts';
import { useEditorState } from '../store/use-editor.tsx';

/** Of an audio description: why its lines cannot be placed in the gaps between speech. */
export function GapsNote() {
  const kind = useEditorState(state => {
    const narration = getNarration(state);
    return narration && getDescriptionKind(narration);
  });
  const hasVideo = useEditorState(({ video }) => video !== undefined);
  const isUndecodable = useEditorState(({ heard }) => heard?.isHeard === false);
  if (!kind || (hasVideo && !isUndecodable)) return null;
  const { needsVideo, undecodable, undecodableExtended } = describedVideoMessages;
  const whyUndecodable = kind === 'extended' ? undecodableExtended : undecodable;
  return <Notice tone="plain">{t(hasVideo ? whyUndecodable : needsVideo)}</Notice>;
}

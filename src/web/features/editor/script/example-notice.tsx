import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { Notice } from '../../../components/notice.tsx';
import { getLines } from '../model/select.ts';
import { useEditorState } from '../model/use-editor.tsx';
import { exampleLines } from '../start/open-example.ts';

export function ExampleNotice() {
  const isOpen = useEditorState(state => exampleLines.has(getLines(state)));
  return <div role="status">{isOpen && <Notice tone="plain">{t(studioMessages.exampleOpen)}</Notice>}</div>;
}

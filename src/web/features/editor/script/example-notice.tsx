import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { Notice } from '../../../components/notice.tsx';
import { exampleLines } from '../setup/open-example.ts';
import { getLines } from '../store/select.ts';
import { useEditorState } from '../store/use-editor.tsx';

export function ExampleNotice() {
  const isOpen = useEditorState(state => exampleLines.has(getLines(state)));
  return <div role="status">{isOpen && <Notice tone="plain">{t(studioMessages.exampleOpen)}</Notice>}</div>;
}

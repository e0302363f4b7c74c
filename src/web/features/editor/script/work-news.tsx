import { useRef } from 'react';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { Notice } from '../../../components/notice.tsx';
import { getLines, hasWorkNews } from '../model/select.ts';
import { useEditorState } from '../model/use-editor.tsx';
import { exampleLines } from '../start/open-example.ts';
import type { OpenScript } from './own-script-ways.tsx';
import { SpeakInstead } from './speak-instead.tsx';
import { useSpeech } from './use-speech.ts';

/** What the last work left to say, once and with what can be done; of what was opened, how that went. */
export function WorkNews({ own }: { readonly own: OpenScript }) {
  const place = useRef<HTMLDivElement>(null);
  const speech = useSpeech();
  const end = useEditorState(state => (hasWorkNews(state) ? state.lastEnd : undefined));
  const isExample = useEditorState(state => exampleLines.has(getLines(state)));
  const news = own.outcome ?? (end && { isGood: end.outcome === 'done', message: end.message });
  const said = news?.isGood ? news.message : !news && isExample ? t(studioMessages.exampleOpen) : undefined;
  return (
    <div ref={place} tabIndex={-1}>
      <div role="status">{said && <Notice tone="plain">{said}</Notice>}</div>
      {news && !news.isGood && <Notice tone="problem">{news.message}</Notice>}
      <SpeakInstead focusFallback={place} onSpeak={speaker => speech.speak(speaker.id)} />
    </div>
  );
}

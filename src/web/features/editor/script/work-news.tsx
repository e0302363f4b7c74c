import { type RefObject, useRef } from 'react';
import { CodedError, type ErrorCode, failsAgain } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useFocusFallback } from '../../../lib/focus.ts';
import { findSpeaker, maySpeak, type Speaker, type Speakers } from '../../voice-samples/public.ts';
import { ExportStatus } from '../export/export-button.tsx';
import { getFailure } from '../jobs/status.tsx';
import type { JobEnd } from '../model/editor-state.ts';
import { getLines, getNarration, hasWorkNews } from '../model/select.ts';
import { useEditorState, useVoiceSpeakers } from '../model/use-editor.tsx';
import { NoAi } from '../start/connect-ai.tsx';
import { exampleLines } from '../start/open-example.ts';
import { useSpeech } from '../start/work-button.tsx';
import type { OpenScript } from './script-text.tsx';

const faultsOfSpeakers: ReadonlySet<ErrorCode | undefined> = new Set<ErrorCode>([
  'provider_unavailable',
  'provider_busy',
  'provider_timeout',
  'provider_garbage',
  'content_refused',
  'unspeakable_script',
]);

interface SpeakInsteadProps {
  readonly focusFallback: RefObject<HTMLElement | null>;
  readonly onSpeak: (speaker: Speaker) => void;
}

function SpeakInstead({ focusFallback, onSpeak }: SpeakInsteadProps) {
  const all = useVoiceSpeakers();
  const failure = useEditorState(getFailure);
  const language = useEditorState(state => getNarration(state)?.language);
  const provider = useEditorState(state => getNarration(state)?.settings.provider);
  const speakers =
    all && (failure?.kind === 'speak' || failure?.kind === 'fit')
      ? listReplacements(all, failure, language, provider)
      : [];
  const isOffered = speakers.length > 0;
  const focus = useFocusFallback(isOffered, focusFallback);
  if (!isOffered) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a few buttons, and no fields of a form
    <div className="row tight" role="group" aria-label={t(studioMessages.otherProvider)}>
      {speakers.map(speaker => (
        <Button key={speaker.id} variant="default" onClick={() => onSpeak(speaker)} {...focus}>
          {speaker.isOffline
            ? t(studioMessages.speakOffline)
            : t(studioMessages.speakWith, { name: speaker.name })}
        </Button>
      ))}
    </div>
  );
}

export function listReplacements(
  speakers: Speakers,
  { code, hadBegun = false }: Pick<JobEnd, 'code' | 'hadBegun'>,
  language: LanguageName | undefined,
  provider: string | undefined,
): readonly Speaker[] {
  // Once sound has come, what breaks off is most likely the speaker's; before that it may be this person's connection.
  const mayHelp = faultsOfSpeakers.has(code) || (code === 'unavailable' && hadBegun);
  if (!mayHelp) return [];
  const askedId = provider ?? (language ? findSpeaker(speakers, language) : speakers[0]).id;
  return speakers.filter(
    speaker =>
      !speaker.isReserved &&
      speaker.id !== askedId &&
      (language === undefined || maySpeak(speaker, language)),
  );
}

export function WorkNews({ own }: { readonly own: OpenScript }) {
  const place = useRef<HTMLDivElement>(null);
  const speech = useSpeech();
  // How languages ended is said by their own news.
  const end = useEditorState(state =>
    hasWorkNews(state) && state.lastEnd?.kind !== 'translate' ? state.lastEnd : undefined,
  );
  const failure = useEditorState(state => (end ? getFailure(state) : undefined));
  const isExample = useEditorState(state => exampleLines.has(getLines(state)));
  const news = own.outcome ?? (end && { isGood: end.outcome === 'done', message: end.message });
  const repeat = failure && !failsAgain(failure.code && new CodedError(failure.code)) && failure.repeat;
  const focus = useFocusFallback(!!repeat, place);
  const said = news?.isGood ? news.message : !news && isExample ? t(studioMessages.exampleOpen) : undefined;
  return (
    <div ref={place} tabIndex={-1}>
      <div role="status">{said && <Notice tone="plain">{said}</Notice>}</div>
      {said && end?.kind === 'write' && <NoAi />}
      {news && !news.isGood && <Notice tone="problem">{news.message}</Notice>}
      {repeat && !own.outcome && (
        <TextButton onClick={repeat} {...focus}>
          {t(pageMessages.tryAgain)}
        </TextButton>
      )}
      <ExportStatus />
      <SpeakInstead focusFallback={place} onSpeak={speaker => speech.speak(speaker.id)} />
    </div>
  );
}

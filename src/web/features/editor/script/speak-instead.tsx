import type { RefObject } from 'react';
import type { ErrorCode } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { Button } from '../../../components/button.tsx';
import { useFocusFallback } from '../../../lib/focus.ts';
import { findSpeaker, maySpeak, type Speaker, type Speakers } from '../../voice-samples/public.ts';
import type { JobEnd } from '../model/editor-state.ts';
import { getNarration } from '../model/select.ts';
import { useEditorState, useVoiceSpeakers } from '../model/use-editor.tsx';
import classes from './speak-instead.module.css';
import { getSpeechEnd } from './use-speech.ts';

/** Failures that another provider may not have. */
const faultsOfSpeakers: ReadonlySet<ErrorCode | undefined> = new Set<ErrorCode>([
  'provider_unavailable',
  'provider_busy',
  'provider_timeout',
  'provider_garbage',
  'content_refused',
  'unspeakable_script',
]);

interface SpeakInsteadProps {
  /** Gets the focus once one was chosen. */
  readonly focusFallback: RefObject<HTMLElement | null>;
  readonly onSpeak: (speaker: Speaker) => void;
}

/** Offers other providers after one has failed. None is used without being asked for. */
export function SpeakInstead({ focusFallback, onSpeak }: SpeakInsteadProps) {
  const all = useVoiceSpeakers();
  const end = useEditorState(getSpeechEnd);
  const language = useEditorState(state => getNarration(state)?.language);
  const provider = useEditorState(state => getNarration(state)?.settings.provider);
  const speakers = all && end?.outcome === 'failed' ? listReplacements(all, end, { language, provider }) : [];
  const isOffered = speakers.length > 0;
  const focus = useFocusFallback(isOffered, focusFallback);
  if (!isOffered) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a few buttons, and no fields of a form
    <div className={classes.offers} role="group" aria-label={t(studioMessages.otherProvider)}>
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

/** All but the one that failed, without those that do not list the language. */
export function listReplacements(
  speakers: Speakers,
  { code, hadBegun = false }: Pick<JobEnd, 'code' | 'hadBegun'>,
  {
    language,
    provider,
  }: { readonly language: LanguageName | undefined; readonly provider: string | undefined },
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

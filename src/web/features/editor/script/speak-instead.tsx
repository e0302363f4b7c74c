import type { RefObject } from 'react';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { Button } from '../../../components/button.tsx';
import { useFocusFallback } from '../../../lib/use-focus-fallback.ts';
import type { Speaker } from '../../voice-samples/public.ts';
import classes from './speak-instead.module.css';

interface SpeakInsteadProps {
  /** Providers that can speak the script, too. */
  readonly speakers: readonly Speaker[];
  /** Gets the focus once one was chosen. */
  readonly focusFallback: RefObject<HTMLElement | null>;
  readonly onSpeak: (speaker: Speaker) => void;
}

/** Offers other providers after one has failed. None is used without being asked for. */
export function SpeakInstead({ speakers, focusFallback, onSpeak }: SpeakInsteadProps) {
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

import type { RefObject } from 'react';
import { Button } from '../../components/button.tsx';
import { useFocusFallback } from '../../lib/use-focus-fallback.ts';
import type { Speaker } from '../voice-samples/public.ts';
import classes from './speak-instead.module.css';

interface SpeakInsteadProps {
  /** Who else can speak the script; nothing is shown of nobody. */
  readonly speakers: readonly Speaker[];
  /** Who has the keyboard's place once one was chosen. */
  readonly focusFallback: RefObject<HTMLElement | null>;
  readonly onSpeak: (speaker: Speaker) => void;
}

/** Offers those who can speak in place of one that failed: nobody else begins without having been asked for. */
export function SpeakInstead({ speakers, focusFallback, onSpeak }: SpeakInsteadProps) {
  const isOffered = speakers.length > 0;
  const focus = useFocusFallback(isOffered, focusFallback);
  if (!isOffered) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a few buttons, and no fields of a form
    <div className={classes.offers} role="group" aria-label="Let somebody else speak">
      {speakers.map(speaker => (
        <Button key={speaker.id} variant="default" onClick={() => onSpeak(speaker)} {...focus}>
          Speak with {speaker.isOffline ? 'the offline voice' : speaker.name} instead
        </Button>
      ))}
    </div>
  );
}

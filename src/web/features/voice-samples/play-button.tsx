import type { ComponentProps } from 'react';
import { t } from '#shared/messages/message.ts';
import { voiceSamplesMessages } from '#shared/messages/voice-samples.ts';
import classes from './play-button.module.css';
import type { Preview, SampledVoice } from './use-preview-player.ts';

interface PlayButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className' | 'children'> {
  readonly voice: SampledVoice;
  readonly preview: Preview | undefined;
}

export function PlayButton({ voice, preview, ...props }: PlayButtonProps) {
  const phase = preview?.id === voice.id ? preview.phase : undefined;
  const isOn = phase === 'loading' || phase === 'playing';
  return (
    <button
      type="button"
      className={classes.play}
      data-phase={phase}
      aria-label={t(isOn ? voiceSamplesMessages.pause : voiceSamplesMessages.play, { voice: voice.name })}
      aria-busy={phase === 'loading' || undefined}
      {...props}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={isOn ? 'M7 5h3.500v14H7zM13.5 5H17v14h-3.500z' : 'M8 4.500v15l12-7.500z'} />
      </svg>
    </button>
  );
}

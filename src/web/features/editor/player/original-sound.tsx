import { useId, useSyncExternalStore } from 'react';
import { t } from '#shared/messages/message.ts';
import { playerMessages } from '#shared/messages/player.ts';
import { Slider } from '../../../components/slider.tsx';
import type { OriginalVolume } from '../model/player.ts';
import classes from './preview-controls.module.css';

export function OriginalSound({ volumes }: { readonly volumes: OriginalVolume }) {
  const id = useId();
  const isMixed = useSyncExternalStore(volumes.subscribe, volumes.isMixed);
  const volume = useSyncExternalStore(volumes.subscribe, volumes.getOriginal);
  return (
    <label
      className={classes.volume}
      htmlFor={id}
      title={t(isMixed ? playerMessages.originalSoundMixed : playerMessages.originalSound)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path
          d={
            volume === 0
              ? 'M4 9.500v5h4l5 4v-13l-5 4zM16.500 9.500l4 5m0-5-4 5'
              : 'M4 9.500v5h4l5 4v-13l-5 4zM16 9a4.500 4.500 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11'
          }
        />
      </svg>
      <Slider
        id={id}
        className={classes.slider}
        aria-label={t(playerMessages.originalSound)}
        aria-valuetext={t(playerMessages.volume, { percent: Math.round(100 * volume) })}
        min={0}
        max={1}
        step={0.05}
        value={volume}
        disabled={isMixed}
        onChange={event => volumes.setOriginal(Number(event.currentTarget.value))}
      />
    </label>
  );
}

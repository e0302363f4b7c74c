import { useId } from 'react';
import { broadcastLufs, type MixSettings, mixBounds, webLufs } from '#media/mix/mix-settings.ts';
import { exportDialogMessages as messages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import { Select } from '../../../components/select.tsx';
import { Slider } from '../../../components/slider.tsx';
import { describeLevel, describeLoudness } from './sound-choices.tsx';
import classes from './video-options.module.css';

interface MixFieldsProps {
  readonly mix: MixSettings;
  readonly isMixed: boolean;
  readonly onChange: (mix: MixSettings) => void;
}

/** The command line allows more. */
const minOriginalDb = -24;
const maxDuckDb = 30;

export function MixFields({ mix, isMixed, onChange }: MixFieldsProps) {
  const change = (changed: Partial<MixSettings>) => onChange({ ...mix, ...changed });
  return (
    <div className={classes.levels}>
      {isMixed && (
        <>
          <Level
            label={t(messages.originalLevel)}
            value={mix.originalDb}
            bounds={{ least: minOriginalDb, most: mixBounds.originalDb.most }}
            onChange={originalDb => change({ originalDb })}
          />
          <Level
            label={t(messages.duckedLevel)}
            value={-mix.duckDb}
            bounds={{ least: -maxDuckDb, most: 0 }}
            onChange={db => change({ duckDb: -db })}
          />
        </>
      )}
      <Level
        label={t(messages.voiceLevel)}
        value={mix.voiceDb}
        bounds={mixBounds.voiceDb}
        onChange={voiceDb => change({ voiceDb })}
      />
      <Loudness value={mix.loudnessLufs} onChange={loudnessLufs => change({ loudnessLufs })} />
    </div>
  );
}

interface LevelProps {
  readonly label: string;
  readonly value: number;
  readonly bounds: { readonly least: number; readonly most: number };
  readonly onChange: (db: number) => void;
}

/** A level in dB, with what it means in words. */
function Level({ label, value, bounds, onChange }: LevelProps) {
  const id = useId();
  const words = describeLevel(value);
  return (
    <div className={classes.level}>
      <label htmlFor={id}>{label}</label>
      <Slider
        id={id}
        min={bounds.least}
        max={bounds.most}
        step={1}
        value={value}
        aria-valuetext={words}
        onChange={event => onChange(Number(event.currentTarget.value))}
      />
      <output htmlFor={id}>{words}</output>
    </div>
  );
}

interface LoudnessProps {
  readonly value: number;
  readonly onChange: (lufs: number) => void;
}

function Loudness({ value, onChange }: LoudnessProps) {
  return (
    <Select label={t(messages.loudness)} value={value} onChoose={value => onChange(Number(value))}>
      <option value={webLufs}>{t(messages.webLoudness, { lufs: describeLoudness(webLufs) })}</option>
      <option value={broadcastLufs}>
        {t(messages.broadcastLoudness, { lufs: describeLoudness(broadcastLufs) })}
      </option>
    </Select>
  );
}

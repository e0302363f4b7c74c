import { useId } from 'react';
import type { DescriptionKind } from '#shared/description.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import classes from './mode-choice.module.css';
import type { Choices } from './use-choices.ts';

interface ModeChoiceProps {
  readonly choices: Choices;
  readonly disabled: boolean;
}

/** The narration style: one continuous script, one timed to the video, or an audio description. */
export function ModeChoice({ choices, disabled }: ModeChoiceProps) {
  const { followsPicture, describes, change } = choices;
  return (
    <>
      <Radios
        legend={t(studioMessages.style)}
        disabled={disabled}
        options={[
          {
            label: t(studioMessages.whole),
            detail: t(studioMessages.wholeHint),
            isOn: !followsPicture,
            choose: () => change({ followsPicture: false, describes: undefined }),
          },
          {
            label: t(studioMessages.timed),
            detail: t(studioMessages.timedHint),
            isOn: followsPicture && !describes,
            choose: () => change({ followsPicture: true, describes: undefined }),
          },
          {
            label: t(studioMessages.description),
            detail: t(studioMessages.descriptionHint),
            isOn: describes !== undefined,
            choose: () => change({ followsPicture: true, describes: 'standard' }),
          },
        ]}
      />
      {describes && <KindChoice kind={describes} disabled={disabled} onChange={change} />}
    </>
  );
}

interface KindChoiceProps {
  readonly kind: DescriptionKind;
  readonly disabled: boolean;
  readonly onChange: (chosen: { describes: DescriptionKind }) => void;
}

function KindChoice({ kind, disabled, onChange }: KindChoiceProps) {
  return (
    <Radios
      legend={t(studioMessages.descriptionKind)}
      disabled={disabled}
      options={[
        {
          label: t(studioMessages.standard),
          detail: t(studioMessages.standardHint),
          isOn: kind === 'standard',
          choose: () => onChange({ describes: 'standard' }),
        },
        {
          label: t(studioMessages.extended),
          detail: t(studioMessages.extendedHint),
          isOn: kind === 'extended',
          choose: () => onChange({ describes: 'extended' }),
        },
      ]}
    />
  );
}

interface RadiosProps {
  readonly legend: string;
  readonly disabled: boolean;
  readonly options: readonly {
    readonly label: string;
    readonly detail: string;
    readonly isOn: boolean;
    readonly choose: () => void;
  }[];
}

/** Radio buttons, each with a hint, which describes the button and is no part of its name. */
function Radios({ legend, disabled, options }: RadiosProps) {
  const id = useId();
  return (
    <fieldset className={classes.group} disabled={disabled}>
      <legend>{legend}</legend>
      {options.map(({ label, detail, isOn, choose }, index) => (
        <label key={label} className={classes.option}>
          <input
            type="radio"
            name={id}
            checked={isOn}
            aria-labelledby={`${id}-${index}`}
            aria-describedby={`${id}-${index}-hint`}
            onChange={choose}
          />
          <span id={`${id}-${index}`}>{label}</span>
          <small id={`${id}-${index}-hint`}>{detail}</small>
        </label>
      ))}
    </fieldset>
  );
}

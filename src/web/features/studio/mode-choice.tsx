import { useId } from 'react';
import type { DescriptionKind } from '#shared/description.ts';
import classes from './mode-choice.module.css';
import type { Choices } from './use-choices.ts';

interface ModeChoiceProps {
  readonly choices: Choices;
  readonly disabled: boolean;
}

/** What becomes of the video: a narration, one that follows the picture, or a description for people who do not see it. */
export function ModeChoice({ choices, disabled }: ModeChoiceProps) {
  const { followsPicture, describes, change } = choices;
  return (
    <>
      <Radios
        legend="How it is told"
        disabled={disabled}
        options={[
          {
            label: 'As a whole',
            detail: 'One text, told from beginning to end.',
            isOn: !followsPicture,
            choose: () => change({ followsPicture: false, describes: undefined }),
          },
          {
            label: 'Follow the picture',
            detail: 'Each sentence gets its time, so that the voice follows what is seen.',
            isOn: followsPicture && !describes,
            choose: () => change({ followsPicture: true, describes: undefined }),
          },
          {
            label: 'Describe what is seen',
            detail: 'Audio description, for people who do not see the picture.',
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
      legend="Where it is spoken"
      disabled={disabled}
      options={[
        {
          label: 'Standard',
          detail: 'Only where nobody speaks.',
          isOn: kind === 'standard',
          choose: () => onChange({ describes: 'standard' }),
        },
        {
          label: 'Extended',
          detail: 'The picture waits where there is no room.',
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

/** One of several ways, each with a sentence. */
function Radios({ legend, disabled, options }: RadiosProps) {
  const id = useId();
  return (
    <fieldset className={classes.group} disabled={disabled}>
      <legend>{legend}</legend>
      {options.map(({ label, detail, isOn, choose }, index) => (
        <label key={label} className={classes.option}>
          <input type="radio" name={id} checked={isOn} aria-describedby={id + index} onChange={choose} />
          <span>{label}</span>
          <small id={id + index}>{detail}</small>
        </label>
      ))}
    </fieldset>
  );
}

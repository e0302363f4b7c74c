import { useId } from 'react';
import type { DescriptionKind } from '#shared/description.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { getDescriptionKind, type NarrationStyle } from '#shared/narration/project.ts';
import { changeForm } from '../store/editor-state.ts';
import { useEditor, useEditorState } from '../store/use-editor.tsx';
import classes from './mode-choice.module.css';

interface ModeChoiceProps {
  readonly disabled: boolean;
}

/** The narration style: one continuous script, one timed to the video, or an audio description. */
export function ModeChoice({ disabled }: ModeChoiceProps) {
  const { store } = useEditor();
  const style = useEditorState(state => state.form.style);
  const choose = (chosen: NarrationStyle) => changeForm(store, { style: chosen });
  const kind = getDescriptionKind({ style });
  return (
    <>
      <Radios
        legend={t(studioMessages.style)}
        disabled={disabled}
        options={[
          {
            label: t(studioMessages.whole),
            detail: t(studioMessages.wholeHint),
            isOn: style === 'continuous',
            choose: () => choose('continuous'),
          },
          {
            label: t(studioMessages.timed),
            detail: t(studioMessages.timedHint),
            isOn: style === 'timed',
            choose: () => choose('timed'),
          },
          {
            label: t(studioMessages.description),
            detail: t(studioMessages.descriptionHint),
            isOn: kind !== undefined,
            choose: () => choose('description-extended'),
          },
        ]}
      />
      {kind && <KindChoice kind={kind} disabled={disabled} onChoose={choose} />}
    </>
  );
}

interface KindChoiceProps {
  readonly kind: DescriptionKind;
  readonly disabled: boolean;
  readonly onChoose: (style: NarrationStyle) => void;
}

function KindChoice({ kind, disabled, onChoose }: KindChoiceProps) {
  return (
    <Radios
      legend={t(studioMessages.descriptionKind)}
      disabled={disabled}
      options={[
        {
          label: t(studioMessages.standard),
          detail: t(studioMessages.standardHint),
          isOn: kind === 'standard',
          choose: () => onChoose('description-standard'),
        },
        {
          label: t(studioMessages.extended),
          detail: t(studioMessages.extendedHint),
          isOn: kind === 'extended',
          choose: () => onChoose('description-extended'),
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

import { useRef, useState } from 'react';
import { castMessages as messages } from '#shared/messages/cast.ts';
import { t } from '#shared/messages/message.ts';
import { findCast, findNamedMs } from '#shared/narration/find-cast.ts';
import { type CastMember, createId, getDescriptionKind } from '#shared/narration/project.ts';
import { printShortTime } from '#shared/script/time-format.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { Checkbox } from '../../../components/choices.tsx';
import { FieldFrame, TextField } from '../../../components/field.tsx';
import { runLate } from '../store/run-late.ts';
import { getNarration } from '../store/select.ts';
import { useEditor, useEditorState } from '../store/use-editor.tsx';
import classes from './cast-panel.module.css';

/** Who is who in the video, in a fold: found, corrected and confirmed once, for the writer and the checks of a description. */
export function CastPanel() {
  const { store } = useEditor();
  const cast = useEditorState(({ project }) => project.cast);
  const isDescription = useEditorState(
    state => getDescriptionKind(getNarration(state) ?? state.form) !== undefined,
  );
  const hasVideo = useEditorState(({ project }) => project.video !== undefined || project.cast.length > 0);
  const [status, setStatus] = useState('');
  const findButton = useRef<HTMLButtonElement>(null);
  if (!isDescription || !hasVideo) return null;
  const find = () => {
    const found = findCast(store.getState().project);
    for (const { id, ...member } of found)
      runLate(
        store,
        id === undefined
          ? { type: 'addMember', member: { id: createId(), ...member } }
          : { type: 'editMember', memberId: id, changes: member },
        { group: 'find people' },
      );
    setStatus(found.length === 0 ? t(messages.nobody) : t(messages.found, { count: found.length }));
  };
  return (
    <details className={classes.panel}>
      <summary>{t(messages.title)}</summary>
      <p>{t(messages.hint)}</p>
      <div className={classes.buttons}>
        <Button ref={findButton} variant="default" onClick={find}>
          {t(messages.find)}
        </Button>
        <TextButton
          onClick={() =>
            runLate(store, { type: 'addMember', member: { id: createId(), name: '', look: '' } })
          }
        >
          {t(messages.add)}
        </TextButton>
      </div>
      <p role="status">{status}</p>
      {cast.map((member, index) => (
        <Member key={member.id} cast={cast} index={index} onLeave={() => findButton.current?.focus()} />
      ))}
    </details>
  );
}

interface MemberProps {
  readonly cast: readonly CastMember[];
  /** Of the member. */
  readonly index: number;
  /** Its controls are gone, and with them the focus. */
  readonly onLeave: () => void;
}

/** Name, looks and whether they are right; and the way to say that two are one. */
export function Member({ cast, index, onLeave }: MemberProps) {
  const { store } = useEditor();
  const member = cast[index];
  if (!member) return null;
  const number = index + 1;
  const { id: memberId, name, look, isConfirmed = false, namedMs } = member;
  const edit = (changes: Partial<CastMember>) =>
    runLate(store, { type: 'editMember', memberId, changes }, { group: `member ${memberId}` });
  const findNamed = (written: string) => findNamedMs(written, store.getState().project);
  const named =
    namedMs === undefined
      ? t(messages.neverNamed)
      : t(messages.namedAt, { time: printShortTime(namedMs / 1000) });
  return (
    <fieldset className={classes.member}>
      <legend>{t(messages.person, { number })}</legend>
      <TextField
        label={t(messages.name)}
        description={isConfirmed && name.trim() !== '' ? named : undefined}
        dir="auto"
        maxLength={100}
        value={name}
        onChange={({ currentTarget: { value } }) =>
          edit({ name: value, ...(isConfirmed && { namedMs: findNamed(value) }) })
        }
      />
      <TextField
        label={t(messages.look)}
        description={t(messages.lookHint)}
        dir="auto"
        maxLength={300}
        value={look}
        onChange={({ currentTarget: { value } }) => edit({ look: value })}
      />
      <Checkbox
        label={t(messages.confirm)}
        checked={isConfirmed}
        disabled={`${name}${look}`.trim() === ''}
        onChange={checked =>
          edit({ isConfirmed: checked || undefined, ...(checked && { namedMs: findNamed(name) }) })
        }
      />
      <SamePerson cast={cast} index={index} onLeave={onLeave} />
      <TextButton
        aria-label={t(messages.removePerson, { number })}
        onClick={() => {
          runLate(store, { type: 'removeMember', memberId });
          onLeave();
        }}
      >
        {t(messages.remove)}
      </TextButton>
    </fieldset>
  );
}

/** Joins two that were found apart, such as a voice and somebody in the pictures. */
function SamePerson({ cast, index, onLeave }: MemberProps) {
  const { store } = useEditor();
  const others = cast.filter((_, at) => at !== index);
  const memberId = cast[index]?.id;
  if (memberId === undefined || others.length === 0) return null;
  return (
    <FieldFrame label={t(messages.samePerson)}>
      {ties => (
        <select
          {...ties}
          className={classes.others}
          value=""
          onChange={({ currentTarget: { value } }) => {
            if (value === '') return;
            runLate(store, { type: 'joinMembers', memberId, intoId: value });
            onLeave();
          }}
        >
          <option value="">{t(messages.nobodyElse)}</option>
          {others.map(({ id, name, look }) => (
            <option key={id} value={id}>
              {[name, look].filter(Boolean).join(', ') ||
                t(messages.person, { number: cast.findIndex(each => each.id === id) + 1 })}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

import { castMessages as messages } from '#shared/messages/cast.ts';
import { t } from '#shared/messages/message.ts';
import { findNamedMs } from '#shared/narration/find-cast.ts';
import type { CastMember } from '#shared/narration/project.ts';
import { printShortTime } from '#shared/script/time-format.ts';
import { TextButton } from '../../../components/button.tsx';
import { Checkbox, TextField } from '../../../components/field.tsx';
import { Select } from '../../../components/select.tsx';
import { VoicePicker } from '../../voice-picker/public.ts';
import { runLate } from '../model/change-document.ts';
import { getShownLanguage } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './cast-panel.module.css';

interface MemberProps {
  readonly cast: readonly CastMember[];
  readonly index: number;
  /** Its controls are gone, and with them the focus. */
  readonly onLeave: () => void;
}

interface RoleProps extends MemberProps {
  /** How many lines it says. */
  readonly count: number;
  /** Looks matter, too: of a description. */
  readonly isDescribed: boolean;
}

/** Name and voice of a role; of a description also its looks, whether they are right, and the way to say that two are one. */
export function Role({ cast, index, count, isDescribed, onLeave }: RoleProps) {
  const editor = useEditor();
  const { store } = editor;
  const language = useEditorState(getShownLanguage);
  const member = cast[index];
  if (!member) return null;
  const number = index + 1;
  const { id: memberId, name, voice, isConfirmed = false, namedMs } = member;
  const shownName = name.trim() || t(messages.person, { number });
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
      <VoicePicker
        label={t(messages.voice, { name: shownName })}
        plans={editor.getPlans()}
        value={voice}
        language={language}
        noneLabel={t(messages.likeNarrator)}
        onChange={chosen => edit({ voice: chosen })}
      />
      <p className={classes.count}>{t(messages.saysLines, { count })}</p>
      {isDescribed && <Looks member={member} onEdit={edit} />}
      {isDescribed && <SamePerson cast={cast} index={index} onLeave={onLeave} />}
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

interface LooksProps {
  readonly member: CastMember;
  readonly onEdit: (changes: Partial<CastMember>) => void;
}

/** What somebody looks like, and whether a person has confirmed it. */
function Looks({ member: { name, look, isConfirmed = false }, onEdit }: LooksProps) {
  const { store } = useEditor();
  return (
    <>
      <TextField
        label={t(messages.look)}
        description={t(messages.lookHint)}
        dir="auto"
        maxLength={300}
        value={look}
        onChange={({ currentTarget: { value } }) => onEdit({ look: value })}
      />
      <Checkbox
        label={t(messages.confirm)}
        checked={isConfirmed}
        disabled={`${name}${look}`.trim() === ''}
        onChange={checked =>
          onEdit({
            isConfirmed: checked || undefined,
            ...(checked && { namedMs: findNamedMs(name, store.getState().project) }),
          })
        }
      />
    </>
  );
}

/** Joins two that were found apart, such as a voice and somebody in the pictures. */
function SamePerson({ cast, index, onLeave }: MemberProps) {
  const { store } = useEditor();
  const others = cast.filter((_, at) => at !== index);
  const memberId = cast[index]?.id;
  if (memberId === undefined || others.length === 0) return null;
  return (
    <Select
      label={t(messages.samePerson)}
      value=""
      onChoose={intoId => {
        if (intoId === '') return;
        runLate(store, { type: 'joinMembers', memberId, intoId });
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
    </Select>
  );
}

import { useEffect, useMemo, useRef, useState } from 'react';
import { describeProvenance } from '#shared/marks/create-marks.ts';
import {
  addSyntheticNotice,
  getSyntheticNotice,
  isSyntheticNotice,
  type NoticePlace,
  noticePlaces,
} from '#shared/marks/synthetic-notice.ts';
import { castMessages as messages } from '#shared/messages/cast.ts';
import { markMessages } from '#shared/messages/marks.ts';
import { t } from '#shared/messages/message.ts';
import { findCast, findNamedMs } from '#shared/narration/find-cast.ts';
import { findRoles } from '#shared/narration/find-roles.ts';
import { type CastMember, createId, getDescriptionKind, printSaid } from '#shared/narration/project.ts';
import { estimateSeconds, startRate } from '#shared/script/estimate-speech.ts';
import { printShortTime } from '#shared/script/time-format.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { Checkbox, Select, TextField } from '../../../components/field.tsx';
import { Fold } from '../../../components/fold.tsx';
import { Notice } from '../../../components/notice.tsx';
import { VoicePicker } from '../../voice-picker/public.ts';
import { takeRoles } from '../jobs/speak.ts';
import { run } from '../model/change-document.ts';
import { getVoice } from '../model/editor.ts';
import { changeForm, type EditorState, type EditorStore } from '../model/editor-state.ts';
import {
  getDescribedVideo,
  getDurationSeconds,
  getLineStates,
  getSpokenLanguage,
} from '../model/line-states.ts';
import { getMusic, getProvenance } from '../model/plan-voice.ts';
import { getLines, getNarration, getShownLanguage, hasTimes, isEmpty, isReadOnly } from '../model/select.ts';
import { undo } from '../model/undo.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { DeliveryDialog, describeDelivery } from './delivery-dialog.tsx';
import { MusicFields } from './music-fields.tsx';
import classes from './panels.module.css';
import { WordList } from './words.tsx';

const isDescribed = (state: EditorState) =>
  getDescriptionKind(getNarration(state) ?? state.form) !== undefined;

export function countVoicesToCheck(state: EditorState): number {
  const found = state.project.cast.filter(
    ({ name, look, isConfirmed }) => !isConfirmed && `${name}${look}`.trim() !== '',
  );
  const isMusicMissing = getNarration(state)?.settings.music && !getMusic(state);
  return (isDescribed(state) ? found.length : 0) + (isMusicMissing ? 1 : 0);
}

export function VoicesPanel() {
  const hasPeople = useEditorState(
    state => isDescribed(state) && (state.project.video !== undefined || state.project.cast.length > 0),
  );
  const hasText = useEditorState(state => getLines(state).length > 0 && !hasTimes(state));
  return (
    <>
      <section className={`stack ${classes.section}`}>
        <h3>{t(messages.title)}</h3>
        <p className="flat soft small">{t(messages.rolesHint)}</p>
        {hasPeople && <FindPeople />}
        <Narrator />
        <Roles />
        {hasText && <SaidLines />}
      </section>
      <WordList />
      <MusicFields />
      <MadeBy />
    </>
  );
}

function Narrator() {
  const editor = useEditor();
  const lines = useEditorState(getLines);
  const language = useEditorState(getShownLanguage);
  const voice = useEditorState(() => getVoice(editor));
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const name = t(messages.narrator);
  const count = lines.filter(({ castId, text }) => castId === undefined && text.trim() !== '').length;
  return (
    <fieldset className={classes.fields}>
      <legend>{name}</legend>
      <VoicePicker
        label={t(messages.voice, { name })}
        plans={editor.getPlans()}
        value={voice}
        language={language}
        disabled={isWorking}
        onChange={chosen => changeForm(editor.store, { voice: chosen })}
      />
      <p className="flat soft small">{t(messages.saysLines, { count })}</p>
    </fieldset>
  );
}

/** Speakers of the transcript are roles of a narration once they have a voice or a line of it. */
function Roles() {
  const { store } = useEditor();
  const lines = useEditorState(getLines);
  const cast = useEditorState(({ project }) => project.cast);
  const segments = useEditorState(({ project }) => project.transcript?.segments);
  const isDescription = useEditorState(isDescribed);
  const addButton = useRef<HTMLButtonElement>(null);
  const speakers = useMemo(() => new Set(segments?.map(({ speakerId }) => speakerId)), [segments]);
  const counts = useMemo(() => Map.groupBy(lines, ({ castId }) => castId), [lines]);
  return (
    <>
      {cast.map(({ id, voice }, index) => {
        const count = counts.get(id)?.length ?? 0;
        const isRole = isDescription || !speakers.has(id) || voice !== undefined || count > 0;
        return (
          isRole && (
            <Role
              key={id}
              {...{ cast, index, count }}
              isDescribed={isDescription}
              onLeave={() => addButton.current?.focus()}
            />
          )
        );
      })}
      <TextButton
        ref={addButton}
        onClick={() => run(store, { type: 'addMember', member: { id: createId(), name: '', look: '' } })}
      >
        {t(messages.addRole)}
      </TextButton>
    </>
  );
}

interface RoleProps {
  readonly cast: readonly CastMember[];
  readonly index: number;
  readonly count: number;
  readonly isDescribed: boolean;
  /** Its controls are gone, and with them the focus. */
  readonly onLeave: () => void;
}

/** Name and voice of a role; of a description also its looks, whether they are right, and the way to say that two are one. */
export function Role(props: RoleProps) {
  const { cast, index, count, isDescribed: hasLooks, onLeave } = props;
  const { store, getPlans } = useEditor();
  const language = useEditorState(getShownLanguage);
  const member = cast[index];
  if (!member) return null;
  const number = index + 1;
  const { id: memberId, name, voice, isConfirmed = false, namedMs } = member;
  const edit = (changes: Partial<CastMember>) => {
    const after = { ...member, ...changes };
    const isNamed = after.isConfirmed && (changes.name !== undefined || changes.isConfirmed);
    const all = isNamed
      ? { ...changes, namedMs: findNamedMs(after.name, store.getState().project) }
      : changes;
    run(store, { type: 'editMember', memberId, changes: all }, { group: `member ${memberId}` });
  };
  const named =
    namedMs === undefined
      ? t(messages.neverNamed)
      : t(messages.namedAt, { time: printShortTime(namedMs / 1000) });
  return (
    <fieldset className={classes.fields}>
      <legend>{t(messages.person, { number })}</legend>
      <TextField
        label={t(messages.name)}
        description={isConfirmed && name.trim() !== '' ? named : undefined}
        dir="auto"
        maxLength={100}
        value={name}
        onChange={({ currentTarget: { value } }) => edit({ name: value })}
      />
      <VoicePicker
        label={t(messages.voice, { name: name.trim() || t(messages.person, { number }) })}
        plans={getPlans()}
        value={voice}
        language={language}
        noneLabel={t(messages.likeNarrator)}
        onChange={chosen => edit({ voice: chosen })}
      />
      <p className="flat soft small">{t(messages.saysLines, { count })}</p>
      {hasLooks && <Looks member={member} onEdit={edit} />}
      {hasLooks && cast.length > 1 && <SamePerson {...props} memberId={memberId} />}
      <TextButton
        aria-label={t(messages.removePerson, { number })}
        onClick={() => {
          run(store, { type: 'removeMember', memberId });
          onLeave();
        }}
      >
        {t(messages.remove)}
      </TextButton>
    </fieldset>
  );
}

type LooksProps = { readonly member: CastMember; readonly onEdit: (changes: Partial<CastMember>) => void };

function Looks({ member: { name, look, isConfirmed = false }, onEdit }: LooksProps) {
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
        onChange={checked => onEdit({ isConfirmed: checked || undefined })}
      />
    </>
  );
}

function SamePerson({ cast, memberId, onLeave }: RoleProps & { readonly memberId: string }) {
  const { store } = useEditor();
  const people = cast.map(({ id, name, look }, at) => ({
    value: id,
    label: [name, look].filter(Boolean).join(', ') || t(messages.person, { number: at + 1 }),
  }));
  const others = people.filter(({ value }) => value !== memberId);
  return (
    <Select
      label={t(messages.samePerson)}
      value=""
      options={[{ value: '', label: t(messages.nobodyElse) }, ...others]}
      onChoose={intoId => {
        if (intoId === '') return;
        run(store, { type: 'joinMembers', memberId, intoId });
        onLeave();
      }}
    />
  );
}

/** Makes roles of names before a colon once nobody types, and says so; offers it where they may be headings. */
export function FoundRoles() {
  const editor = useEditor();
  const { store } = editor;
  const lines = useEditorState(getLines);
  const cast = useEditorState(({ project }) => project.cast);
  const taken = useEditorState(({ rolesTaken, past }) =>
    rolesTaken?.step === past.at(-1) ? rolesTaken : undefined,
  );
  const isTyped = useEditorState(({ isChanged, job }) => isChanged && job === undefined);
  useEffect(() => {
    const take = () => {
      if (!(document.activeElement instanceof HTMLTextAreaElement)) takeRoles(editor, { isAutomatic: true });
    };
    if (!isTyped || lines.length === 0) return undefined;
    take();
    // Not when the field loses the focus: what a notice moves away from under the pointer would miss its click.
    const done = new AbortController();
    for (const kind of ['click', 'keyup']) document.addEventListener(kind, take, { signal: done.signal });
    return () => done.abort();
  }, [editor, lines, isTyped]);
  const names = useMemo(() => {
    const said = lines.map(line => printSaid(line, cast));
    const { roles, unsure } = findRoles(said, cast);
    return [...roles, ...unsure];
  }, [lines, cast]);
  return (
    <div role="status">
      {taken && (
        <Notice tone="plain">
          {taken.message} <TextButton onClick={() => undo(store)}>{t(messages.undo)}</TextButton>
        </Notice>
      )}
      {names.length > 0 && (
        <p>
          {t(messages.maybeRoles, { names: names.join(', ') })}{' '}
          <TextButton onClick={() => takeRoles(editor, { sure: names })}>{t(messages.makeRoles)}</TextButton>
        </p>
      )}
    </div>
  );
}

function FindPeople() {
  const { store } = useEditor();
  const [status, setStatus] = useState('');
  const find = () => {
    const found = findCast(store.getState().project);
    for (const { id, ...member } of found)
      run(
        store,
        id === undefined
          ? { type: 'addMember', member: { id: createId(), ...member } }
          : { type: 'editMember', memberId: id, changes: member },
        { group: 'find people' },
      );
    setStatus(found.length === 0 ? t(messages.nobody) : t(messages.found, { count: found.length }));
  };
  return (
    <>
      <p className="flat soft small">{t(messages.hint)}</p>
      <Button variant="default" onClick={find}>
        {t(messages.find)}
      </Button>
      <p role="status">{status}</p>
    </>
  );
}

function SaidLines() {
  const lines = useEditorState(getLines);
  const cast = useEditorState(({ project }) => project.cast);
  const [lineId, setLineId] = useState<string>();
  const said = lines.filter(({ text }) => text.trim() !== '');
  return (
    <Fold title={t(messages.lines)} level={4}>
      <ol className={classes.lines}>
        {said.map((line, at) => {
          const delivery = describeDelivery(line, cast) ?? t(messages.narrator);
          return (
            <li key={line.id}>
              <span dir="auto">{line.text}</span>{' '}
              <TextButton
                aria-label={`${t(messages.editLine, { number: at + 1 })}: ${delivery}`}
                onClick={() => setLineId(line.id)}
              >
                {delivery}
              </TextButton>
            </li>
          );
        })}
      </ol>
      {lineId !== undefined && <DeliveryDialog lineId={lineId} onClose={() => setLineId(undefined)} />}
    </Fold>
  );
}

function MadeBy() {
  const { store } = useEditor();
  const isNothing = useEditorState(isEmpty);
  const provenance = useEditorState(getProvenance);
  const isFixed = useEditorState(isReadOnly);
  const isSaid = useEditorState(state => getLines(state).some(({ text }) => isSyntheticNotice(text)));
  const [isFull, setFull] = useState(false);
  if (isNothing || !provenance) return null;
  const isSynthetic = !provenance.hasRecording || provenance.voices.length > 0;
  return (
    <details className="soft small">
      <summary>{describeProvenance(provenance) || t(markMessages.voiceAndText)}</summary>
      {isSynthetic && (
        <div className="stack tight">
          <p>{t(markMessages.sayIt)}</p>
          <div className="row">
            {noticePlaces.map(place => (
              <Button
                key={place}
                variant="default"
                isBlocked={isSaid || isFixed}
                onClick={() => setFull(!saySynthetic(store, place))}
              >
                {t(place === 'first' ? markMessages.sayAtStart : markMessages.sayAtEnd)}
              </Button>
            ))}
          </div>
          <p role="status">{isSaid ? t(markMessages.isSaid) : isFull && t(markMessages.noTime)}</p>
        </div>
      )}
    </details>
  );
}

/** Adds a line that says that the voice is synthetic, in the language of the narration. @returns false if no time is free for it */
export function saySynthetic(store: EditorStore, place: NoticePlace): boolean {
  const state = store.getState();
  const narration = getNarration(state);
  if (!narration) return false;
  const language = getSpokenLanguage(narration, state);
  const command = addSyntheticNotice(narration, {
    place,
    language,
    seconds: estimateSeconds(getSyntheticNotice(language), state.speechRate ?? startRate(language)),
    durationSeconds: getDurationSeconds(state),
    spoken: getLineStates(state).map(({ startSeconds, needSeconds }) => ({
      startSeconds,
      endSeconds: startSeconds + needSeconds,
    })),
    gaps: getDescribedVideo(state)?.gaps,
  });
  if (command) run(store, command);
  return command !== undefined;
}

import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { castMessages as messages } from '#shared/messages/cast.ts';
import { t } from '#shared/messages/message.ts';
import { findCast } from '#shared/narration/find-cast.ts';
import { findRoles } from '#shared/narration/find-roles.ts';
import {
  type CastMember,
  createId,
  getDescriptionKind,
  type Line,
  printSaid,
} from '#shared/narration/project.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { VoicePicker } from '../../voice-picker/public.ts';
import { takeRoles } from '../jobs/speak.ts';
import { runLate, undo } from '../model/change-document.ts';
import { getVoice } from '../model/editor.ts';
import { changeForm } from '../model/editor-state.ts';
import { getLines, getNarration, getShownLanguage, hasTimes } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './cast-panel.module.css';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { describeDelivery } from './describe-delivery.ts';
import { Role } from './role.tsx';

/** Who says what, with which voice, in a fold; of a description also who is who in the video, for its writer and checks. */
export function CastPanel() {
  const { store } = useEditor();
  const cast = useEditorState(({ project }) => project.cast);
  const lines = useEditorState(getLines);
  const isDescription = useEditorState(
    state => getDescriptionKind(getNarration(state) ?? state.form) !== undefined,
  );
  const hasVideo = useEditorState(({ project }) => project.video !== undefined || project.cast.length > 0);
  const isList = useEditorState(hasTimes);
  const shown = useShownCast(isDescription);
  const addButton = useRef<HTMLButtonElement>(null);
  if (lines.length === 0 && !(isDescription && hasVideo)) return null;
  return (
    <>
      <FoundRoles lines={lines} cast={cast} />
      <details className={classes.panel}>
        <summary>{t(messages.title)}</summary>
        <p>{t(messages.rolesHint)}</p>
        {isDescription && hasVideo && <FindPeople />}
        {lines.length > 0 && <Narrator lines={lines} />}
        {shown.map(member => (
          <Role
            key={member.id}
            cast={cast}
            index={cast.indexOf(member)}
            count={lines.filter(({ castId }) => castId === member.id).length}
            isDescribed={isDescription}
            onLeave={() => addButton.current?.focus()}
          />
        ))}
        <AddRole button={addButton} onAdd={() => runLate(store, addNobody())} />
        {lines.length > 0 && !isList && <SaidLines lines={lines} cast={cast} />}
      </details>
    </>
  );
}

const addNobody = () => ({ type: 'addMember', member: { id: createId(), name: '', look: '' } }) as const;

function AddRole({ button, onAdd }: { button: RefObject<HTMLButtonElement | null>; onAdd: () => void }) {
  return (
    <TextButton ref={button} onClick={onAdd}>
      {t(messages.addRole)}
    </TextButton>
  );
}

/** Speakers of the transcript are roles of a narration once they have a voice or a line of it. */
function useShownCast(isDescription: boolean): readonly CastMember[] {
  const cast = useEditorState(({ project }) => project.cast);
  const segments = useEditorState(({ project }) => project.transcript?.segments);
  const lines = useEditorState(getLines);
  return useMemo(() => {
    if (isDescription) return cast;
    const speakers = new Set(segments?.map(({ speakerId }) => speakerId));
    const said = new Set(lines.map(({ castId }) => castId));
    return cast.filter(({ id, voice }) => !speakers.has(id) || voice !== undefined || said.has(id));
  }, [cast, segments, lines, isDescription]);
}

/** The voice of all lines that have no other. */
function Narrator({ lines }: { readonly lines: readonly Line[] }) {
  const editor = useEditor();
  const language = useEditorState(getShownLanguage);
  const voice = useEditorState(() => getVoice(editor));
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const name = t(messages.narrator);
  const count = lines.filter(({ castId, text }) => castId === undefined && text.trim() !== '').length;
  return (
    <fieldset className={classes.member}>
      <legend>{name}</legend>
      <VoicePicker
        label={t(messages.voice, { name })}
        plans={editor.getPlans()}
        value={voice}
        language={language}
        disabled={isWorking}
        onChange={chosen => changeForm(editor.store, { voice: chosen })}
      />
      <p className={classes.count}>{t(messages.saysLines, { count })}</p>
    </fieldset>
  );
}

interface LinesProps {
  readonly lines: readonly Line[];
  readonly cast: readonly CastMember[];
}

/** Makes roles of names before a colon once nobody types, and says so; offers it where they may be headings. */
function FoundRoles({ lines, cast }: LinesProps) {
  const editor = useEditor();
  const { store } = editor;
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
    const { roles, unsure } = findRoles(
      lines.map(line => printSaid(line, cast)),
      cast,
    );
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
    <>
      <p>{t(messages.hint)}</p>
      <Button variant="default" onClick={find}>
        {t(messages.find)}
      </Button>
      <p role="status">{status}</p>
    </>
  );
}

interface SaidLinesProps {
  readonly lines: readonly Line[];
  readonly cast: readonly CastMember[];
}

/** The lines of a script that is edited as one text, with how each is spoken. */
function SaidLines({ lines, cast }: SaidLinesProps) {
  const [isOpen, setOpen] = useState(false);
  const [lineId, setLineId] = useState<string>();
  const said = lines.filter(({ text }) => text.trim() !== '');
  return (
    <details className={classes.lines} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t(messages.lines)}</summary>
      {isOpen && (
        <ol>
          {said.map((line, at) => (
            <li key={line.id}>
              <span dir="auto">{line.text}</span>{' '}
              <TextButton
                aria-label={`${t(messages.editLine, { number: at + 1 })}: ${describeDelivery(line, cast) ?? t(messages.narrator)}`}
                onClick={() => setLineId(line.id)}
              >
                {describeDelivery(line, cast) ?? t(messages.narrator)}
              </TextButton>
            </li>
          ))}
        </ol>
      )}
      {lineId !== undefined && <DeliveryDialog lineId={lineId} onClose={() => setLineId(undefined)} />}
    </details>
  );
}

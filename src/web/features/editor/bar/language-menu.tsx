import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { estimateAnswerSchema } from '#shared/api/costs.ts';
import { defaultLanguageName } from '#shared/defaults.ts';
import { describeCost, describeDuration, describeList, describeWait } from '#shared/describe-values.ts';
import { failsAgain } from '#shared/errors.ts';
import { freeLanguageNames, type LanguageName, languageNames } from '#shared/languages.ts';
import { languagesMessages as texts } from '#shared/messages/languages.ts';
import { t } from '#shared/messages/message.ts';
import { versionsMessages as messages } from '#shared/messages/versions.ts';
import type { Narration, Project } from '#shared/narration/project.ts';
import {
  copyNarration,
  findOriginal,
  findTranslation,
  listTranslations,
  listVersions,
} from '#shared/narration/translations.ts';
import { type ChosenVoice, toVoiceId } from '#shared/voices.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { RadioGroup } from '../../../components/field.tsx';
import { type MenuActions, MenuButton } from '../../../components/menu.tsx';
import { Notice } from '../../../components/notice.tsx';
import { getAnswer } from '../../../lib/call-server.ts';
import { takeFocus, useFocusFallback } from '../../../lib/focus.ts';
import { usePublicConfig } from '../../../lib/public-config.ts';
import { LanguageList } from '../../language-picker/public.ts';
import {
  describeTranslation,
  isSpoken,
  type LanguageChoices,
  listDue,
  makeLanguages,
  planTarget,
  planUpdate,
  type TargetWork,
} from '../jobs/translate.ts';
import { listOriginals, nameVersion } from '../keep/kept-projects.ts';
import { visitorOwner } from '../keep/start-storage.ts';
import { run, showNarration } from '../model/change-document.ts';
import { getVoice } from '../model/editor.ts';
import type { EditorStore, LanguagesEnd, LanguageTarget } from '../model/editor-state.ts';
import { getNarration, isEmpty } from '../model/select.ts';
import { undo } from '../model/undo.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './bar.module.css';
import { NameField } from './projects-dialog.tsx';

type Removal = { readonly id: string; readonly name: string };

export function LanguageMenu() {
  const { store } = useEditor();
  const project = useEditorState(state => state.project);
  const shown = useEditorState(getNarration);
  const [dialog, setDialog] = useState<'languages' | 'name'>();
  const [choices, setChoices] = useState<LanguageChoices>({ chosen: new Set(), speaks: undefined });
  const [removal, setRemoval] = useState<Removal>();
  const place = useRef<HTMLDivElement>(null);
  const canTranslate = usePublicConfig().data?.engines.script.canTranslate === true;
  if (!shown) return null;
  const source = findOriginal(project, shown);
  const focusButton = () => place.current?.querySelector('button')?.focus();
  function close() {
    // While the dialog is open, nothing beside it takes the focus.
    flushSync(() => setDialog(undefined));
    focusButton();
  }
  const text = describeShown(project, shown);
  return (
    <div className={classes.place} ref={place}>
      <MenuButton
        label={t(messages.menu)}
        placement="bottom-start"
        listGroups={() => listGroups(store, { canTranslate, onOpen: setDialog, onRemove: setRemoval })}
        renderButton={button => (
          <Button
            variant="default"
            className={`truncate ${classes.language}`}
            aria-label={t(messages.shown, { text })}
            {...button}
          >
            {text}
          </Button>
        )}
      />
      {removal && <RemovedVersion removal={removal} onUndone={focusButton} />}
      {dialog === 'languages' && (
        <LanguagesDialog source={source} choices={choices} onChoose={setChoices} onClose={close} />
      )}
      {dialog === 'name' && (
        <Dialog title={t(messages.rename)} onClose={close}>
          <NameField
            label={t(messages.newName)}
            before={shown.name}
            onSave={name => {
              run(store, { type: 'renameNarration', narrationId: shown.id, name });
              close();
            }}
            onCancel={close}
          />
        </Dialog>
      )}
    </div>
  );
}

/** "English · version 2". */
function describeShown(project: Project, shown: Narration): string {
  const originals = listOriginals(project);
  const number = originals.indexOf(findOriginal(project, shown)) + 1;
  const version = originals.length > 1 && t(messages.version, { number });
  if (!shown.language) return t(messages.numbered, { number });
  return [shown.language, version].filter(Boolean).join(' · ');
}

interface Groups {
  readonly canTranslate: boolean;
  readonly onOpen: (dialog: 'languages' | 'name') => void;
  readonly onRemove: (removal: Removal) => void;
}

function listGroups(store: EditorStore, { canTranslate, onOpen, onRemove }: Groups): readonly MenuActions[] {
  const state = store.getState();
  const { project, job } = state;
  const shown = getNarration(state);
  if (!shown) return [];
  // Translating changes no version that is there.
  const isPossible = job === undefined || job.kind === 'translate';
  const isMany = project.narrations.length > 1;
  const source = findOriginal(project, shown);
  const versions = listOriginals(project).map(each => {
    const translation = shown.language && findTranslation(project, each.id, shown.language);
    const choose = () => showNarration(store, (translation ?? each).id);
    return { label: nameVersion(project, each), isChosen: each === source, isPossible, choose };
  });
  const languages = listVersions(project, source).map(each => ({
    label: nameLanguage(project, source, each),
    isChosen: each === shown,
    isPossible,
    choose: () => showNarration(store, each.id),
  }));
  const ofShown = [
    { label: t(messages.rename), isPossible, choose: () => onOpen('name') },
    { label: t(messages.duplicate), isPossible, choose: () => duplicate(store, shown) },
    {
      label: t(messages.remove),
      isPossible: isPossible && isMany,
      choose: () => onRemove(removeVersion(store, shown)),
    },
  ];
  const add = { label: t(messages.addLanguage), isPossible: !job, choose: () => onOpen('languages') };
  return [
    { heading: t(messages.versions), actions: versions },
    { actions: ofShown },
    {
      heading: t(messages.languages),
      actions: canTranslate && !isEmpty(state) ? [...languages, add] : languages,
    },
  ].slice(0, source.language || canTranslate || languages.length > 1 ? undefined : -1);
}

/** "French (2) — 3 lines changed". */
function nameLanguage(project: Project, source: Narration, narration: Narration): string {
  const { language, name } = narration;
  const alike = listVersions(project, source).filter(each => each.language === language);
  const label = [
    language ?? t(messages.noLanguage),
    alike.length > 1 && `(${alike.indexOf(narration) + 1})`,
    name !== source.name && name !== '' && `· ${name}`,
    narration !== source &&
      listDue(source, narration).length > 0 &&
      `— ${describeTranslation(source, narration)}`,
  ];
  return label.filter(Boolean).join(' ');
}

function duplicate(store: EditorStore, shown: Narration): void {
  const narration = copyNarration(shown, shown.name);
  run(store, { type: 'addNarration', narration });
  showNarration(store, narration.id);
}

function removeVersion(store: EditorStore, shown: Narration): Removal {
  const { project } = store.getState();
  const name = nameVersion(project, shown);
  const at = project.narrations.indexOf(shown);
  const next = project.narrations[at === 0 ? 1 : at - 1];
  run(store, { type: 'removeNarration', narrationId: shown.id });
  if (next) showNarration(store, next.id);
  return { id: shown.id, name };
}

function RemovedVersion({ removal, onUndone }: { readonly removal: Removal; readonly onUndone: () => void }) {
  const { store } = useEditor();
  const isUndoable = useEditorState(({ project, past }) => {
    const has = (narrations: Project['narrations'] = []) => narrations.some(({ id }) => id === removal.id);
    return has(past.at(-1)?.narrations) && !has(project.narrations);
  });
  if (!isUndoable) return null;
  return (
    <div className={`card ${classes.gone}`}>
      <span role="status">{t(messages.removed, { name: removal.name })}</span>{' '}
      <TextButton
        ref={takeFocus}
        onClick={() => {
          undo(store);
          onUndone();
        }}
      >
        {t(messages.undoRemoval)}
      </TextButton>
    </div>
  );
}

export function LanguageNews() {
  const editor = useEditor();
  const shown = useEditorState(getNarration);
  const source = useEditorState(({ project }) => shown && findOriginal(project, shown));
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const end = useEditorState(({ languagesEnd }) => languagesEnd);
  const place = useRef<HTMLDivElement>(null);
  if (!shown || !source || isWorking) return <div role="status" />;
  const make = (targets: readonly LanguageTarget[]) => makeLanguages(editor, source.id, targets);
  const again = end?.failed.filter(({ error }) => !failsAgain(error)).map(({ target }) => target) ?? [];
  return (
    <>
      {listDue(source, shown).length > 0 && shown !== source && (
        <Notice tone="plain">
          {t(texts.notUpToDate, { state: describeTranslation(source, shown) })}{' '}
          <TextButton onClick={() => make(planUpdate(editor.store.getState(), shown))}>
            {t(texts.update)}
          </TextButton>
        </Notice>
      )}
      <div role="status" ref={place} tabIndex={-1}>
        {/* That of another narration is not said here. */}
        {end?.sourceId === source.id && (
          <Notice tone="plain">
            {describeEnd(end)}{' '}
            {end.done.map(language => (
              <ShowLanguage key={language} sourceId={source.id} {...{ language, place }} />
            ))}
            {again.length > 0 && <TextButton onClick={() => make(again)}>{t(texts.tryAgain)}</TextButton>}
          </Notice>
        )}
      </div>
    </>
  );
}

interface ShowLanguageProps {
  readonly sourceId: string;
  readonly language: LanguageName;
  readonly place: RefObject<HTMLElement | null>;
}

function ShowLanguage({ sourceId, language, place }: ShowLanguageProps) {
  const { store } = useEditor();
  const made = useEditorState(({ project }) => findTranslation(project, sourceId, language));
  const shown = useEditorState(getNarration);
  const isOffered = made !== undefined && made !== shown;
  const focus = useFocusFallback(isOffered, place);
  if (!isOffered) return null;
  return (
    <>
      <TextButton onClick={() => showNarration(store, made.id)} {...focus}>
        {t(texts.show, { language })}
      </TextButton>{' '}
    </>
  );
}

function describeEnd({ done, failed, isCancelled, cost }: LanguagesEnd): string {
  const made = { languages: describeList(done) };
  const reasons = Map.groupBy(failed, ({ reason }) => reason);
  const said = [
    isCancelled && t(texts.cancelled),
    done.length > 0 &&
      (cost ? t(texts.doneWithCost, { ...made, amount: describeCost(cost) }) : t(texts.done, made)),
    ...[...reasons].map(([reason, alike]) =>
      t(texts.notDone, { languages: describeList(alike.map(({ target }) => target.language)), reason }),
    ),
  ];
  return said.filter(Boolean).join(' ');
}

interface LanguagesDialogProps {
  readonly source: Narration;
  readonly choices: LanguageChoices;
  readonly onChoose: (choices: LanguageChoices) => void;
  readonly onClose: () => void;
}

function LanguagesDialog({ source, choices, onChoose, onClose }: LanguagesDialogProps) {
  const editor = useEditor();
  const state = useEditorState(each => each);
  const { project } = state;
  const canSpeak = source.settings.voice !== undefined || getVoice(editor) !== undefined;
  const { chosen, speaks: wanted = isSpoken(state, source) } = choices;
  const speaks = wanted && canSpeak;
  const works = [...chosen].map((language): Work => {
    const target = { language, narrationId: findTranslation(project, source.id, language)?.id, speaks };
    return { target, ...planTarget(state, source, target) };
  });
  const stale = listTranslations(project, source.id).filter(each => listDue(source, each).length > 0);

  function toggle(language: LanguageName) {
    const changed = new Set(chosen);
    if (!changed.delete(language)) changed.add(language);
    onChoose({ ...choices, chosen: changed });
  }

  function begin(targets: readonly LanguageTarget[]) {
    onClose();
    makeLanguages(editor, source.id, targets);
  }

  return (
    <Dialog title={t(texts.title)} reason={t(texts.reason)} onClose={onClose}>
      <div className="stack">
        <div className={`card ${classes.languages}`}>
          <LanguageList
            names={(editor.owner === visitorOwner ? freeLanguageNames : languageNames).filter(
              name => name !== source.language,
            )}
            isMultiple
            isChosen={name => chosen.has(name)}
            describe={name => {
              const translation = findTranslation(project, source.id, name);
              return translation && describeTranslation(source, translation);
            }}
            opening={{ at: 'first' }}
            onChoose={toggle}
          />
        </div>
        <RadioGroup
          legend={t(texts.work)}
          options={[
            {
              label: t(texts.translateOnly),
              isOn: !speaks,
              choose: () => onChoose({ ...choices, speaks: false }),
            },
            {
              label: t(texts.translateAndSpeak),
              detail: canSpeak ? undefined : t(texts.noVoice),
              isOn: speaks,
              choose: () => onChoose({ ...choices, speaks: true }),
            },
          ]}
        />
        <Begin source={source} works={works} onBegin={begin} />
        {stale.length > 0 && (
          <Button variant="default" onClick={() => begin(stale.flatMap(each => planUpdate(state, each)))}>
            {t(texts.updateAll, { count: stale.length })}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

type Work = TargetWork & { readonly target: LanguageTarget };

interface BeginProps {
  readonly source: Narration;
  readonly works: readonly Work[];
  readonly onBegin: (targets: readonly LanguageTarget[]) => void;
}

function Begin({ source, works, onBegin }: BeginProps) {
  const due = works.filter(({ untranslated, toSpeak }) => untranslated.length + toSpeak > 0);
  const effort = useEffort(source, due);
  const [isAsked, setAsked] = useState(false);
  const isNothing = due.length === 0;
  const begin = () => onBegin(due.map(({ target }) => target));
  if (isAsked && !isNothing)
    return (
      <Notice tone="problem">
        <p>{describeEffort(effort, true)}</p>
        <div className="row">
          <Button onClick={begin}>{t(texts.beginAnyway)}</Button>
          <Button variant="default" onClick={() => setAsked(false)}>
            {t(texts.notNow)}
          </Button>
        </div>
      </Notice>
    );
  const isMuch = effort.seconds > much.seconds || (effort.cost?.dollars ?? 0) > much.dollars;
  return (
    <>
      <p role="status">
        {describeWorks(works, due)} {!isNothing && describeEffort(effort, false)}
      </p>
      <Button isBlocked={isNothing} onClick={isMuch ? () => setAsked(true) : begin}>
        {t(texts.begin)}
      </Button>
    </>
  );
}

function describeWorks(works: readonly Work[], due: readonly Work[]): string {
  if (works.length === 0) return t(texts.nothingChosen);
  if (due.length === 0) return t(texts.nothingToDo);
  const untranslated = due.reduce((sum, work) => sum + work.untranslated.length, 0);
  const unspoken = due.reduce((sum, { toSpeak }) => sum + toSpeak, 0);
  const facts = [
    describeList(works.map(({ target }) => target.language)),
    untranslated > 0 && t(texts.toTranslate, { count: untranslated }),
    unspoken > 0 && t(texts.toSpeak, { count: unspoken }),
  ];
  return `${facts.filter(Boolean).join(' · ')}.`;
}

const much = { seconds: 600, dollars: 1 };
/** Side by side: a call takes some seconds, and many lines are sent together. */
const usualSecondsPerLine = 0.1;
const minSeconds = 5;

function useEffort(source: Narration, works: readonly Work[]) {
  const editor = useEditor();
  const lines = works.reduce((sum, { untranslated, toSpeak }) => sum + untranslated.length + toSpeak, 0);
  const speaks = works.some(({ toSpeak }) => toSpeak > 0);
  const voice = source.settings.voice ?? getVoice(editor);
  const query =
    editor.owner === visitorOwner || !voice || works.length === 0
      ? undefined
      : composeQuery(source, works, voice);
  const { data } = useQuery({
    queryKey: ['cost estimate', query],
    queryFn: ({ signal }) => getAnswer(`/api/costs/estimate?${query}`, estimateAnswerSchema, { signal }),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const spokenDollars = speaks ? 0 : (data?.speech?.dollars ?? 0) * works.length;
  const dollars = Math.max(0, (data?.translation?.dollars ?? 0) - spokenDollars);
  return {
    seconds: Math.max(minSeconds, lines * usualSecondsPerLine),
    // Visitors pay nothing, and it may be unknown.
    cost: query && dollars > 0 ? { dollars, isComplete: true } : undefined,
  };
}

/** Of translating and speaking what is due, of which each language has about as much. */
function composeQuery(
  { lines, language = defaultLanguageName }: Narration,
  works: readonly Work[],
  voice: ChosenVoice,
): string {
  const characters = lines.reduce((sum, { text }) => sum + text.length, 0);
  const most = works.reduce((sum, work) => sum + Math.max(work.untranslated.length, work.toSpeak), 0);
  const share = most / works.length / Math.max(1, lines.length);
  return new URLSearchParams({
    durationSeconds: '0',
    language,
    into: works.map(({ target }) => target.language).join(),
    voice: toVoiceId(voice),
    characters: String(Math.ceil(characters * share)),
  }).toString();
}

function describeEffort({ seconds, cost }: ReturnType<typeof useEffort>, isMuch: boolean): string {
  const duration = seconds > 90 ? describeWait(seconds) : describeDuration(Math.ceil(seconds / 10) * 10);
  if (!cost) return t(isMuch ? texts.muchWork : texts.time, { duration });
  return t(isMuch ? texts.muchWorkWithCost : texts.costAndTime, { amount: describeCost(cost), duration });
}

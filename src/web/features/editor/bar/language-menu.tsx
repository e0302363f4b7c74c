import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { describeCost, describeList } from '#shared/describe-values.ts';
import { failsAgain } from '#shared/errors.ts';
import { languagesMessages as texts } from '#shared/messages/languages.ts';
import { t } from '#shared/messages/message.ts';
import { versionsMessages as messages } from '#shared/messages/versions.ts';
import type { Narration, Project } from '#shared/narration/project.ts';
import {
  copyNarration,
  findOriginal,
  findTranslation,
  listVersions,
} from '#shared/narration/translations.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { type MenuActions, MenuButton } from '../../../components/menu.tsx';
import { Notice } from '../../../components/notice.tsx';
import { takeFocus } from '../../../lib/focus.ts';
import { usePublicConfig } from '../../../lib/public-config.ts';
import {
  describeTranslation,
  type LanguageChoices,
  listDue,
  makeLanguages,
  planUpdate,
} from '../jobs/translate.ts';
import { listOriginals, nameVersion } from '../keep/kept-projects.ts';
import { run, showNarration, undo } from '../model/change-document.ts';
import type { EditorState, EditorStore, LanguagesEnd, LanguageTarget } from '../model/editor-state.ts';
import { getNarration, isEmpty } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './language-menu.module.css';
import { LanguagesDialog } from './languages-dialog.tsx';
import { NameField } from './projects-dialog.tsx';

interface Removal {
  readonly id: string;
  readonly name: string;
}

/** Which version is shown, in which language; each can be chosen, and more can be made. */
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
        listGroups={() =>
          listGroups({
            state: store.getState(),
            store,
            canTranslate,
            onOpen: setDialog,
            onRemove: setRemoval,
          })
        }
        renderButton={button => (
          <Button
            variant="default"
            className={`truncate ${classes.button}`}
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

interface GroupsProps {
  readonly state: EditorState;
  readonly store: EditorStore;
  readonly canTranslate: boolean;
  readonly onOpen: (dialog: 'languages' | 'name') => void;
  readonly onRemove: (removal: Removal) => void;
}

function listGroups({ state, store, canTranslate, onOpen, onRemove }: GroupsProps): readonly MenuActions[] {
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
      choose: () => onRemove(remove(store, shown)),
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

/** Shows the version before it, or the first one that is left. */
function remove(store: EditorStore, shown: Narration): Removal {
  const { project } = store.getState();
  const name = nameVersion(project, shown);
  const at = project.narrations.indexOf(shown);
  const next = project.narrations[at === 0 ? 1 : at - 1];
  run(store, { type: 'removeNarration', narrationId: shown.id });
  if (next) showNarration(store, next.id);
  return { id: shown.id, name };
}

/** Until the next change. */
function RemovedVersion({ removal, onUndone }: { readonly removal: Removal; readonly onUndone: () => void }) {
  const { store } = useEditor();
  const isUndoable = useEditorState(({ project, past }) => {
    const has = (narrations: Project['narrations'] = []) => narrations.some(({ id }) => id === removal.id);
    return has(past.at(-1)?.narrations) && !has(project.narrations);
  });
  if (!isUndoable) return null;
  return (
    <div className={classes.removed}>
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

/** How the last translating ended, and what changed in the original of the translation that is shown. */
export function LanguageNews() {
  const editor = useEditor();
  const shown = useEditorState(getNarration);
  const source = useEditorState(({ project }) => shown && findOriginal(project, shown));
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const end = useEditorState(({ languagesEnd }) => languagesEnd);
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
      <div role="status">
        {/* That of another narration is not said here. */}
        {end?.sourceId === source.id && (
          <Notice tone="plain">
            {describeEnd(end)}{' '}
            {again.length > 0 && <TextButton onClick={() => make(again)}>{t(texts.tryAgain)}</TextButton>}
          </Notice>
        )}
      </div>
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

import { useState } from 'react';
import { describeList } from '#shared/describe-values.ts';
import { freeLanguageNames, type LanguageName, languageNames } from '#shared/languages.ts';
import { languagesMessages as messages } from '#shared/messages/languages.ts';
import { t } from '#shared/messages/message.ts';
import type { Narration } from '#shared/narration/project.ts';
import { findTranslation, listTranslations } from '#shared/narration/translations.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { RadioGroup } from '../../../components/field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { LanguageList } from '../../language-picker/public.ts';
import {
  describeTranslation,
  isSpoken,
  type LanguageChoices,
  listDue,
  planTarget,
  planUpdate,
  type Target,
} from '../jobs/translate.ts';
import { visitorOwner } from '../keep/start-storage.ts';
import { getVoice } from '../model/editor.ts';
import type { Sounding } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { Glossary } from '../panels/glossary.tsx';
import classes from '../panels/languages.module.css';
import { describeEffort, isMuch, useEffort } from './use-effort.ts';

interface LanguagesDialogProps {
  readonly source: Narration;
  readonly choices: LanguageChoices;
  readonly onChoose: (choices: LanguageChoices) => void;
  readonly onBegin: (targets: readonly Target[]) => void;
  readonly onClose: () => void;
}

export function LanguagesDialog({ source, choices, onChoose, onBegin, onClose }: LanguagesDialogProps) {
  const editor = useEditor();
  const sounding = useSounding();
  const { project } = sounding;
  const canSpeak = useEditorState(
    () => source.settings.voice !== undefined || getVoice(editor) !== undefined,
  );
  const { chosen, speaks = isSpoken(sounding, source) } = choices;
  const targets = [...chosen].map(language => ({
    language,
    narrationId: findTranslation(project, source.id, language)?.id,
    speaks: speaks && canSpeak,
  }));
  const stale = listTranslations(project, source.id).filter(each => listDue(source, each).length > 0);

  function toggle(language: LanguageName) {
    const changed = new Set(chosen);
    if (!changed.delete(language)) changed.add(language);
    onChoose({ ...choices, chosen: changed });
  }

  return (
    <Dialog title={t(messages.title)} reason={t(messages.reason)} onClose={onClose}>
      <div className="stack">
        <div className={classes.list}>
          <LanguageList
            names={listNames(editor.owner === visitorOwner, source.language)}
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
          legend={t(messages.work)}
          options={[
            {
              label: t(messages.translateOnly),
              isOn: !(speaks && canSpeak),
              choose: () => onChoose({ ...choices, speaks: false }),
            },
            {
              label: t(messages.translateAndSpeak),
              detail: canSpeak ? undefined : t(messages.noVoice),
              isOn: speaks && canSpeak,
              choose: () => onChoose({ ...choices, speaks: true }),
            },
          ]}
        />
        <Begin source={source} targets={targets} onBegin={onBegin} />
        {stale.length > 0 && (
          <Button
            variant="default"
            onClick={() => onBegin(stale.flatMap(each => planUpdate(sounding, each)))}
          >
            {t(messages.updateAll, { count: stale.length })}
          </Button>
        )}
        <Glossary source={source} chosen={chosen} />
      </div>
    </Dialog>
  );
}

function describeWork(
  targets: readonly Target[],
  due: readonly { readonly untranslated: readonly unknown[]; readonly toSpeak: number }[],
): string {
  if (targets.length === 0) return t(messages.nothingChosen);
  if (due.length === 0) return t(messages.nothingToDo);
  const untranslated = due.reduce((sum, work) => sum + work.untranslated.length, 0);
  const unspoken = due.reduce((sum, { toSpeak }) => sum + toSpeak, 0);
  const facts = [
    describeList(targets.map(({ language }) => language)),
    untranslated > 0 && t(messages.toTranslate, { count: untranslated }),
    unspoken > 0 && t(messages.toSpeak, { count: unspoken }),
  ];
  return `${facts.filter(Boolean).join(' · ')}.`;
}

/** All but that of the original. */
function listNames(isVisitor: boolean, source: LanguageName | undefined): readonly LanguageName[] {
  return (isVisitor ? freeLanguageNames : languageNames).filter(name => name !== source);
}

interface BeginProps {
  readonly source: Narration;
  readonly targets: readonly Target[];
  readonly onBegin: (targets: readonly Target[]) => void;
}

function useSounding(): Sounding {
  return {
    project: useEditorState(({ project }) => project),
    ownPronunciations: useEditorState(({ ownPronunciations }) => ownPronunciations),
    sounds: useEditorState(({ sounds }) => sounds),
  };
}

function Begin({ source, targets, onBegin }: BeginProps) {
  const state = useSounding();
  const works = targets.map(target => ({ ...planTarget(state, source, target), target }));
  const due = works.filter(({ untranslated, toSpeak }) => untranslated.length + toSpeak > 0);
  const effort = useEffort(source, due);
  const [isAsked, setAsked] = useState(false);
  const begin = () => onBegin(due.map(({ target }) => target));
  if (isAsked && due.length > 0)
    return (
      <Notice tone="problem">
        <p>{describeEffort(effort, { wasMuch: true })}</p>
        <div className={classes.answers}>
          <Button onClick={begin}>{t(messages.beginAnyway)}</Button>
          <Button variant="default" onClick={() => setAsked(false)}>
            {t(messages.notNow)}
          </Button>
        </div>
      </Notice>
    );
  return (
    <>
      <p role="status" className={classes.effort}>
        {describeWork(targets, due)} {due.length > 0 && describeEffort(effort)}
      </p>
      <Button isBlocked={due.length === 0} onClick={isMuch(effort) ? () => setAsked(true) : begin}>
        {t(messages.begin)}
      </Button>
    </>
  );
}

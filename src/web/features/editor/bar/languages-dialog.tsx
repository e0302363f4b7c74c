import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Cost, estimateAnswerSchema } from '#shared/api/costs.ts';
import { defaultLanguageName } from '#shared/defaults.ts';
import { describeCost, describeDuration, describeList, describeWait } from '#shared/describe-values.ts';
import { freeLanguageNames, type LanguageName, languageNames } from '#shared/languages.ts';
import { languagesMessages as messages } from '#shared/messages/languages.ts';
import { t } from '#shared/messages/message.ts';
import type { Narration } from '#shared/narration/project.ts';
import { findTranslation, listTranslations } from '#shared/narration/translations.ts';
import { type ChosenVoice, toVoiceId } from '#shared/voices.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { RadioGroup } from '../../../components/field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { getAnswer } from '../../../lib/call-server.ts';
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
import { visitorOwner } from '../keep/start-storage.ts';
import { getVoice } from '../model/editor.ts';
import type { LanguageTarget } from '../model/editor-state.ts';
import type { Sounding } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './language-menu.module.css';

interface LanguagesDialogProps {
  readonly source: Narration;
  readonly choices: LanguageChoices;
  readonly onChoose: (choices: LanguageChoices) => void;
  readonly onClose: () => void;
}

/** Languages to translate into. */
export function LanguagesDialog({ source, choices, onChoose, onClose }: LanguagesDialogProps) {
  const editor = useEditor();
  const sounding = useSounding();
  const { project } = sounding;
  const canSpeak = useEditorState(
    () => source.settings.voice !== undefined || getVoice(editor) !== undefined,
  );
  const { chosen, speaks: wanted = isSpoken(sounding, source) } = choices;
  const speaks = wanted && canSpeak;
  const works = [...chosen].map((language): Work => {
    const target = { language, narrationId: findTranslation(project, source.id, language)?.id, speaks };
    return { target, ...planTarget(sounding, source, target) };
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
    <Dialog title={t(messages.title)} reason={t(messages.reason)} onClose={onClose}>
      <div className="stack">
        <div className={`card ${classes.list}`}>
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
          legend={t(messages.work)}
          options={[
            {
              label: t(messages.translateOnly),
              isOn: !speaks,
              choose: () => onChoose({ ...choices, speaks: false }),
            },
            {
              label: t(messages.translateAndSpeak),
              detail: canSpeak ? undefined : t(messages.noVoice),
              isOn: speaks,
              choose: () => onChoose({ ...choices, speaks: true }),
            },
          ]}
        />
        <Begin source={source} works={works} onBegin={begin} />
        {stale.length > 0 && (
          <Button variant="default" onClick={() => begin(stale.flatMap(each => planUpdate(sounding, each)))}>
            {t(messages.updateAll, { count: stale.length })}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function useSounding(): Sounding {
  return {
    project: useEditorState(({ project }) => project),
    ownPronunciations: useEditorState(({ ownPronunciations }) => ownPronunciations),
    sounds: useEditorState(({ sounds }) => sounds),
  };
}

interface Work extends TargetWork {
  readonly target: LanguageTarget;
}

interface BeginProps {
  readonly source: Narration;
  readonly works: readonly Work[];
  readonly onBegin: (targets: readonly LanguageTarget[]) => void;
}

/** What will be done, how long it takes and what it costs; much work is begun at the second press. */
function Begin({ source, works, onBegin }: BeginProps) {
  const due = works.filter(({ untranslated, toSpeak }) => untranslated.length + toSpeak > 0);
  const effort = useEffort(source, due);
  const [isAsked, setAsked] = useState(false);
  const isNothing = due.length === 0;
  const begin = () => onBegin(due.map(({ target }) => target));
  if (isAsked && !isNothing)
    return (
      <Notice tone="problem">
        <p>{describeEffort(effort, messages.muchWork, messages.muchWorkWithCost)}</p>
        <div className="row">
          <Button onClick={begin}>{t(messages.beginAnyway)}</Button>
          <Button variant="default" onClick={() => setAsked(false)}>
            {t(messages.notNow)}
          </Button>
        </div>
      </Notice>
    );
  const isMuch = effort.seconds > much.seconds || (effort.cost?.dollars ?? 0) > much.dollars;
  return (
    <>
      <p role="status">
        {describeWorks(works, due)}{' '}
        {!isNothing && describeEffort(effort, messages.time, messages.costAndTime)}
      </p>
      <Button isBlocked={isNothing} onClick={isMuch ? () => setAsked(true) : begin}>
        {t(messages.begin)}
      </Button>
    </>
  );
}

function describeWorks(works: readonly Work[], due: readonly Work[]): string {
  if (works.length === 0) return t(messages.nothingChosen);
  if (due.length === 0) return t(messages.nothingToDo);
  const untranslated = due.reduce((sum, work) => sum + work.untranslated.length, 0);
  const unspoken = due.reduce((sum, { toSpeak }) => sum + toSpeak, 0);
  const facts = [
    describeList(works.map(({ target }) => target.language)),
    untranslated > 0 && t(messages.toTranslate, { count: untranslated }),
    unspoken > 0 && t(messages.toSpeak, { count: unspoken }),
  ];
  return `${facts.filter(Boolean).join(' · ')}.`;
}

interface Effort {
  readonly seconds: number;
  /** Undefined for visitors, who pay nothing, and where it is unknown. */
  readonly cost: Cost | undefined;
}

/** Above this a person is asked first. */
const much = { seconds: 600, dollars: 1 };
/** Side by side: a call takes some seconds, and many lines are sent together. */
const usualSecondsPerLine = 0.1;
const minSeconds = 5;

function useEffort(source: Narration, works: readonly Work[]): Effort {
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
    queryFn: ({ signal }) => getAnswer(`/api/costs/estimate?${query}`, estimateAnswerSchema, signal),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const spokenDollars = speaks ? 0 : (data?.speech?.dollars ?? 0) * works.length;
  const dollars = Math.max(0, (data?.translation?.dollars ?? 0) - spokenDollars);
  return {
    seconds: Math.max(minSeconds, lines * usualSecondsPerLine),
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

function describeEffort(
  { seconds, cost }: Effort,
  time: typeof messages.time,
  costAndTime: typeof messages.costAndTime,
): string {
  const duration = seconds > 90 ? describeWait(seconds) : describeDuration(Math.ceil(seconds / 10) * 10);
  return cost ? t(costAndTime, { amount: describeCost(cost), duration }) : t(time, { duration });
}

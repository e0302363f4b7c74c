import { useState } from 'react';
import { describeCost, describeList } from '#shared/describe-values.ts';
import { failsAgain } from '#shared/errors.ts';
import { languagesMessages as messages } from '#shared/messages/languages.ts';
import { t } from '#shared/messages/message.ts';
import type { Narration } from '#shared/narration/project.ts';
import { findOriginal } from '#shared/narration/translations.ts';
import { TextButton } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { usePublicConfig } from '../../../lib/public-config.ts';
import {
  type LanguageChoices,
  type LanguagesEnd,
  listDue,
  makeLanguages,
  planUpdate,
  type Target,
} from '../jobs/translate.ts';
import { getNarration, isEmpty } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from '../panels/languages.module.css';
import { WorkButton } from '../start/work-button.tsx';
import { LanguagesDialog } from './languages-dialog.tsx';

export function Languages() {
  const editor = useEditor();
  const canTranslate = usePublicConfig().data?.engines.script.canTranslate === true;
  const shown = useEditorState(getNarration);
  const source = useEditorState(({ project }) => shown && findOriginal(project, shown));
  const isBlank = useEditorState(isEmpty);
  const job = useEditorState(state => state.job);
  const [isOpen, setOpen] = useState(false);
  const [choices, setChoices] = useState<LanguageChoices>({ chosen: new Set(), speaks: undefined });
  const [last, setLast] = useState<{ readonly sourceId: string; readonly end: LanguagesEnd }>();
  if (!shown || !source || isBlank || !canTranslate) return null;

  const { id: sourceId } = source;
  // That of another narration is not said here.
  const end = !job && last?.sourceId === sourceId ? last.end : undefined;

  function begin(targets: readonly Target[]) {
    setOpen(false);
    setLast(undefined);
    makeLanguages(editor, sourceId, targets, made => setLast({ sourceId, end: made }));
  }

  return (
    <div className={classes.languages}>
      <WorkButton
        label={t(messages.title)}
        isWorking={job?.kind === 'translate'}
        disabled={job !== undefined}
        variant="default"
        onBegin={() => setOpen(true)}
        onCancel={() => job?.cancel()}
      />
      {!job && shown !== source && <ChangedOriginal source={source} translation={shown} onUpdate={begin} />}
      <div role="status">{end && <End end={end} onRetry={begin} />}</div>
      {isOpen && (
        <LanguagesDialog
          source={source}
          choices={choices}
          onChoose={setChoices}
          onBegin={begin}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

interface ChangedOriginalProps {
  readonly source: Narration;
  readonly translation: Narration;
  readonly onUpdate: (targets: readonly Target[]) => void;
}

function ChangedOriginal({ source, translation, onUpdate }: ChangedOriginalProps) {
  const { store } = useEditor();
  const due = listDue(source, translation);
  const known = new Set(translation.lines.map(({ sourceLineId }) => sourceLineId));
  const missing = due.filter(({ id }) => !known.has(id)).length;
  const changed = due.length - missing;
  if (due.length === 0) return null;
  return (
    <Notice tone="plain">
      <p>
        {changed > 0 && t(messages.originalChanged, { count: changed })}{' '}
        {missing > 0 && t(messages.linesMissing, { count: missing })}{' '}
        <TextButton onClick={() => onUpdate(planUpdate(store.getState(), translation))}>
          {t(messages.update)}
        </TextButton>
      </p>
    </Notice>
  );
}

interface EndProps {
  readonly end: LanguagesEnd;
  readonly onRetry: (targets: readonly Target[]) => void;
}

function End({ end: { done, failed, isCancelled, cost }, onRetry }: EndProps) {
  const languages = describeList(done);
  const again = failed.filter(({ error }) => !failsAgain(error)).map(({ target }) => target);
  const reasons = Map.groupBy(failed, ({ reason }) => reason);
  return (
    <Notice tone="plain">
      {isCancelled && <p>{t(messages.cancelled)}</p>}
      {done.length > 0 && (
        <p>
          {cost
            ? t(messages.doneWithCost, { languages, amount: describeCost(cost) })
            : t(messages.done, { languages })}
        </p>
      )}
      {[...reasons].map(([reason, alike]) => (
        <p key={reason}>
          {t(messages.notDone, {
            languages: describeList(alike.map(({ target }) => target.language)),
            reason,
          })}
        </p>
      ))}
      {again.length > 0 && <TextButton onClick={() => onRetry(again)}>{t(messages.tryAgain)}</TextButton>}
    </Notice>
  );
}

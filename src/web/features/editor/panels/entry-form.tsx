import { type SubmitEvent, useState } from 'react';
import { getLanguage, type LanguageName, languageNames } from '#shared/languages.ts';
import { maxOwnPronunciations, maxSayCharacters, maxTermCharacters, maxTerms } from '#shared/limits.ts';
import { t } from '#shared/messages/message.ts';
import { pronunciationMessages as messages } from '#shared/messages/pronunciation.ts';
import { readIpa } from '#shared/pronunciations.ts';
import { Button } from '../../../components/button.tsx';
import { focusInDialog } from '../../../components/dialog.tsx';
import { RadioGroup, TextField } from '../../../components/field.tsx';
import { Select } from '../../../components/select.tsx';
import { findSpeaker } from '../../voice-samples/public.ts';
import { hasAccount } from '../keep/start-storage.ts';
import { getNarration, getShownLanguage } from '../model/select.ts';
import { useEditor, useEditorState, useVoiceSpeakers } from '../model/use-editor.tsx';
import type { Entry } from './keep-entries.ts';
import classes from './pronunciation.module.css';
import { useHearing } from './use-hearing.ts';

interface EntryFormProps {
  readonly entries: readonly Entry[];
  readonly edited: Entry | undefined;
  /** Of a new one; may be empty. */
  readonly word: string;
  readonly onSave: (entry: Entry) => void;
  readonly onCancel: () => void;
}

export function EntryForm({ entries, edited, word, onSave, onCancel }: EntryFormProps) {
  const editor = useEditor();
  const usual = useEditorState(getShownLanguage);
  const [entry, setEntry] = useState<Entry>(
    edited ?? { term: word, say: '', language: usual, scope: 'project' },
  );
  const { term, say, language, scope } = entry;
  const change = (changes: Partial<Entry>) => setEntry({ ...entry, ...changes });
  const takesIpa = useTakesIpa(language);
  const most = scope === 'own' ? maxOwnPronunciations : maxTerms;
  const isFull = edited?.scope !== scope && entries.filter(each => each.scope === scope).length >= most;
  const isWhole = term.trim() !== '' && say.trim() !== '';
  const { code } = getLanguage(language);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isWhole && !isFull) onSave({ ...entry, term: term.trim(), say: say.trim() });
  }

  return (
    <form
      className={classes.form}
      aria-label={t(edited ? messages.editTitle : messages.addTitle)}
      onSubmit={submit}
    >
      <TextField
        ref={edited || word === '' ? focusInDialog : undefined}
        label={t(messages.word)}
        description={t(messages.wordHint)}
        lang={code}
        dir="auto"
        required
        maxLength={maxTermCharacters}
        value={term}
        onChange={({ currentTarget: { value } }) => change({ term: value })}
      />
      <TextField
        ref={!edited && word !== '' ? focusInDialog : undefined}
        label={t(messages.say)}
        description={t(takesIpa ? messages.sayHint : messages.sayHintNoIpa)}
        error={!takesIpa && readIpa(entry) !== undefined ? t(messages.ipaIgnored) : undefined}
        lang={code}
        dir="auto"
        required
        maxLength={maxSayCharacters}
        value={say}
        onChange={({ currentTarget: { value } }) => change({ say: value })}
      />
      <Select
        label={t(messages.language)}
        value={language}
        onChoose={value => change({ language: languageNames.find(name => name === value) ?? language })}
      >
        {languageNames.map(name => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <RadioGroup
        legend={t(messages.scope)}
        options={[
          {
            label: t(messages.project),
            isOn: scope === 'project',
            choose: () => change({ scope: 'project' }),
          },
          {
            label: t(hasAccount(editor) ? messages.account : messages.browser),
            isOn: scope === 'own',
            choose: () => change({ scope: 'own' }),
          },
        ]}
      />
      {isFull && <p>{t(messages.full)}</p>}
      <div className={classes.buttons}>
        <Button type="submit" disabled={!isWhole || isFull}>
          {t(messages.save)}
        </Button>
        <HearButton entry={entry} disabled={!isWhole} />
        {edited && (
          <Button variant="default" onClick={onCancel}>
            {t(messages.cancel)}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Speaks the entry before it is saved. */
function HearButton({ entry, disabled }: { readonly entry: Entry; readonly disabled: boolean }) {
  const { hearing, hear, stop } = useHearing();
  const hasVoice = useEditorState(
    state => (getNarration(state)?.settings.voice ?? state.form.voice) !== undefined,
  );
  if (!hasVoice) return <p className={classes.note}>{t(messages.noVoice)}</p>;
  const isOn = hearing.kind === 'loading' || hearing.kind === 'playing';
  return (
    <>
      <Button
        variant="default"
        disabled={disabled && !isOn}
        onClick={() => (isOn ? stop() : void hear(entry))}
      >
        {t(isOn ? messages.stop : messages.hear)}
      </Button>
      <p className={classes.note} role="status">
        {hearing.kind === 'loading' && t(messages.loading)}
        {hearing.kind === 'failed' && hearing.message}
      </p>
    </>
  );
}

/** Whether the voice follows IPA; true until the server has said so. */
function useTakesIpa(language: LanguageName): boolean {
  const speakers = useVoiceSpeakers();
  const provider = useEditorState(state => getNarration(state)?.settings.provider);
  return !speakers || findSpeaker(speakers, language, provider).takesIpa === true;
}

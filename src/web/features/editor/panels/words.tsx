import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useMemo, useRef, useState } from 'react';
import { getLanguage, type LanguageName, languageNames } from '#shared/languages.ts';
import { maxOwnPronunciations, maxSayCharacters, maxTermCharacters, maxTerms } from '#shared/limits.ts';
import { t } from '#shared/messages/message.ts';
import { wordMessages as messages } from '#shared/messages/words.ts';
import { createLine } from '#shared/narration/project.ts';
import { findOriginal, listTranslations } from '#shared/narration/translations.ts';
import {
  changeWord,
  emptyTerm,
  isPronouncedTerm,
  isSameWord,
  isTranslatedTerm,
  listWords,
  type Word,
  type WordScope,
} from '#shared/narration/words.ts';
import { findTerms, type Pronunciation, readIpa } from '#shared/pronunciations.ts';
import { splitSentences } from '#shared/script/split-sentences.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { Dialog, focusInDialog } from '../../../components/dialog.tsx';
import { Checkbox, RadioGroup, Select, TextField } from '../../../components/field.tsx';
import { FailureNotice } from '../../../components/notice.tsx';
import { describeFailure } from '../../../lib/failures.ts';
import { pauseOthers, useObjectUrl } from '../../../lib/media.ts';
import { findSpeaker } from '../../voice-samples/public.ts';
import { keepOwnPronunciations } from '../keep/sound-store.ts';
import { hasAccount } from '../keep/start-storage.ts';
import { run } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import type { EditorState } from '../model/editor-state.ts';
import { getLines, getNarration, getShownLanguage } from '../model/select.ts';
import { useEditor, useEditorState, useVoiceSpeakers } from '../model/use-editor.tsx';
import classes from './panels.module.css';

const listTexts = (texts: Word['byLanguage']) => Object.entries(texts) as [LanguageName, string][];

function useWords(): readonly Word[] {
  const glossary = useEditorState(({ project }) => project.glossary);
  const own = useEditorState(({ ownPronunciations }) => ownPronunciations);
  return useMemo(() => listWords({ glossary, own }), [glossary, own]);
}

/** @throws {CodedError} when the account could not be reached */
async function keepWord(editor: Editor, before: Word | undefined, after: Word | undefined): Promise<void> {
  const { store } = editor;
  const change = () => {
    const { project, ownPronunciations } = store.getState();
    return changeWord({ glossary: project.glossary, own: ownPronunciations }, before, after);
  };
  const { own } = change();
  if (own !== store.getState().ownPronunciations)
    await keepOwnPronunciations(editor, own, hasAccount(editor));
  run(store, { type: 'setGlossary', glossary: change().glossary });
}

export function WordList() {
  const editor = useEditor();
  const words = useWords();
  const [opened, setOpened] = useState<Word | ''>();
  const add = useRef<HTMLButtonElement>(null);
  const removal = useMutation({
    mutationFn: (word: Word) => keepWord(editor, word, undefined),
    onSuccess: () => add.current?.focus(),
  });
  return (
    <section className={`stack ${classes.section}`}>
      <h3>{t(messages.title)}</h3>
      <p className="flat soft small">{t(messages.hint)}</p>
      {words.length > 0 && (
        <ul className={classes.words} aria-label={t(messages.title)}>
          {words.map(word => (
            <li key={`${word.scope} ${word.term}`} className="row">
              <WordFacts word={word} />
              <TextButton
                aria-label={t(messages.editWord, { word: word.term })}
                onClick={() => setOpened(word)}
              >
                {t(messages.edit)}
              </TextButton>
              <TextButton
                aria-label={t(messages.removeWord, { word: word.term })}
                onClick={() => removal.mutate(word)}
              >
                {t(messages.remove)}
              </TextButton>
            </li>
          ))}
        </ul>
      )}
      <TextButton ref={add} aria-haspopup="dialog" onClick={() => setOpened('')}>
        {t(messages.add)}
      </TextButton>
      <p className="visually-hidden" role="status">
        {removal.isSuccess && t(messages.removed, { word: removal.variables.term })}
      </p>
      {removal.error && <FailureNotice error={removal.error} />}
      {opened !== undefined && <WordDialog word={opened} onClose={() => setOpened(undefined)} />}
    </section>
  );
}

function WordFacts({ word }: { readonly word: Word }) {
  const editor = useEditor();
  const { term, pronunciation, byLanguage, isNeverTranslated, scope } = word;
  const texts = [
    ...listTexts(pronunciation).map(fact => [messages.spokenIn, ...fact] as const),
    ...(isNeverTranslated ? [] : listTexts(byLanguage)).map(fact => [messages.writtenIn, ...fact] as const),
  ];
  return (
    <div className="row anywhere">
      <strong dir="auto">{term}</strong>
      {texts.map(
        ([message, language, text]) =>
          text !== '' && (
            <span key={`${message.key} ${language}`} className="soft small">
              {t(message, { language })} <bdi lang={getLanguage(language).code}>{text}</bdi>
            </span>
          ),
      )}
      {isNeverTranslated && <span className="soft small">{t(messages.neverTranslated)}</span>}
      {scope === 'own' && <span className="soft small">{describeScope(editor, scope)}</span>}
    </div>
  );
}

function describeScope(editor: Editor, scope: WordScope): string {
  if (scope === 'project') return t(messages.project);
  return t(hasAccount(editor) ? messages.account : messages.browser);
}

type WordDialogProps = { readonly word: Word | string; readonly onClose: () => void };

export function WordDialog({ word: given, onClose }: WordDialogProps) {
  const editor = useEditor();
  const words = useWords();
  const [before] = useState(() =>
    typeof given === 'string' ? words.find(({ term }) => given !== '' && isSameWord(term, given)) : given,
  );
  const [word, setWord] = useState<Word>(before ?? { ...emptyTerm, term: `${given}`, scope: 'project' });
  const saving = useMutation({
    mutationFn: () => keepWord(editor, before, word),
    onSuccess: onClose,
  });
  const { term, scope } = word;
  const isSaid = isPronouncedTerm(word) || (scope === 'project' && isTranslatedTerm(word));
  const isFull =
    before?.scope !== scope && words.filter(each => each.scope === scope).length >= limits[scope];
  const isBlocked = term.trim() === '' || !isSaid || isFull;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!isBlocked) saving.mutate();
  }

  return (
    <Dialog title={before ? t(messages.editWord, { word: before.term }) : t(messages.add)} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <WordFields
          word={word}
          wasEmpty={given === ''}
          onChange={changes => setWord({ ...word, ...changes })}
        >
          <Button type="submit" isBlocked={isBlocked} isBusy={saving.isPending}>
            {t(messages.save)}
          </Button>
        </WordFields>
        {isFull && <p>{t(messages.full)}</p>}
        {saving.error && <FailureNotice error={saving.error} />}
      </form>
    </Dialog>
  );
}

const limits = { project: maxTerms, own: maxOwnPronunciations };

interface WordFieldsProps {
  readonly word: Word;
  readonly wasEmpty: boolean;
  readonly onChange: (changes: Partial<Word>) => void;
  readonly children: ReactNode;
}

function WordFields({ word, wasEmpty, onChange, children }: WordFieldsProps) {
  const editor = useEditor();
  const shown = useEditorState(getShownLanguage);
  const { term, scope, pronunciation } = word;
  const [language, setLanguage] = useState(() => {
    const [first = shown] = listTexts(pronunciation).map(([known]) => known);
    return shown in pronunciation ? shown : first;
  });
  const speakers = useVoiceSpeakers();
  const provider = useEditorState(state => getNarration(state)?.settings.provider);
  // True until the server has said who speaks.
  const takesIpa = !speakers || findSpeaker(speakers, language, provider).takesIpa === true;
  const { code } = getLanguage(language);
  const say = pronunciation[language] ?? '';
  return (
    <>
      <TextField
        ref={wasEmpty ? focusInDialog : undefined}
        label={t(messages.word)}
        description={t(messages.wordHint)}
        dir="auto"
        required
        maxLength={maxTermCharacters}
        value={term}
        onChange={({ currentTarget: { value } }) => onChange({ term: value })}
      />
      <Select
        label={t(messages.language)}
        value={language}
        options={languageNames.map(name => ({ value: name, label: name }))}
        onChoose={value => setLanguage(languageNames.find(name => name === value) ?? language)}
      />
      <TextField
        ref={wasEmpty ? undefined : focusInDialog}
        label={t(messages.say)}
        description={t(takesIpa ? messages.sayHint : messages.sayHintNoIpa)}
        error={!takesIpa && readIpa({ say }) !== undefined ? t(messages.ipaIgnored) : undefined}
        lang={code}
        dir="auto"
        maxLength={maxSayCharacters}
        value={say}
        onChange={event =>
          onChange({ pronunciation: { ...pronunciation, [language]: event.currentTarget.value } })
        }
      />
      <RadioGroup
        legend={t(messages.scope)}
        options={(['project', 'own'] as const).map(each => ({
          label: describeScope(editor, each),
          isOn: scope === each,
          choose: () => onChange({ scope: each }),
        }))}
      />
      {scope === 'project' && <TranslationFields word={word} language={language} onChange={onChange} />}
      <div className="row">
        {children}
        <HearButton language={language} pronunciation={{ term, say }} />
      </div>
    </>
  );
}

type TranslationFieldsProps = Pick<WordFieldsProps, 'word' | 'onChange'> & {
  readonly language: LanguageName;
};

function TranslationFields({ word, language, onChange }: TranslationFieldsProps) {
  const { byLanguage, isNeverTranslated } = word;
  const project = useEditorState(state => state.project);
  const narration = useEditorState(getNarration);
  const source = narration && findOriginal(project, narration);
  const translations = source ? listTranslations(project, source.id) : [];
  const original = useEditorState(({ form }) => source?.language ?? form.language);
  const known = [
    ...translations.flatMap(each => each.language ?? []),
    language,
    ...listTexts(byLanguage).map(([name]) => name),
  ];
  const names = [...new Set(known)].filter(name => name !== original);
  return (
    <>
      <Checkbox
        label={t(messages.neverTranslated)}
        checked={isNeverTranslated}
        onChange={checked => onChange({ isNeverTranslated: checked })}
      />
      {!isNeverTranslated &&
        names.map(name => (
          <TextField
            key={name}
            label={t(messages.translation, { language: name })}
            lang={getLanguage(name).code}
            dir="auto"
            maxLength={maxTermCharacters}
            value={byLanguage[name] ?? ''}
            onChange={event => onChange({ byLanguage: { ...byLanguage, [name]: event.currentTarget.value } })}
          />
        ))}
    </>
  );
}

type HearProps = { readonly language: LanguageName; readonly pronunciation: Pronunciation };

function HearButton(props: HearProps) {
  const editor = useEditor();
  const hasVoice = useEditorState(state => findVoice(state) !== undefined);
  const hearing = useMutation({ mutationFn: () => speakWord(editor, props) });
  const url = useObjectUrl(hearing.data);
  const { term, say } = props.pronunciation;
  if (!hasVoice) return <p className="flat soft small">{t(messages.noVoice)}</p>;
  return (
    <>
      <Button
        variant="default"
        isBlocked={term.trim() === '' || say.trim() === ''}
        isBusy={hearing.isPending}
        onClick={() => hearing.mutate()}
      >
        {t(messages.hear)}
      </Button>
      {url && (
        // biome-ignore lint/a11y/useMediaCaption: its text is in the field
        <audio controls autoPlay src={url} onPlay={({ currentTarget }) => pauseOthers(currentTarget)} />
      )}
      <p className="flat soft small" role="status">
        {hearing.isPending && t(messages.loading)}
        {hearing.error && describeFailure(hearing.error)}
      </p>
    </>
  );
}

const findVoice = (state: EditorState) => getNarration(state)?.settings.voice ?? state.form.voice;

/** In the shortest sentence that has it. @throws {CodedError} the server's problem */
async function speakWord({ store, service }: Editor, { language, pronunciation }: HearProps) {
  const state = store.getState();
  const narration = getNarration(state);
  const voice = findVoice(state);
  if (!voice) return undefined;
  const { code } = getLanguage(language);
  const isItsLanguage = !narration?.language || narration.language === language;
  const [sentence] = (isItsLanguage ? getLines(state) : [])
    .flatMap(({ text }) => splitSentences(text, code))
    .filter(each => findTerms(each, [pronunciation]).length > 0)
    .sort((one, other) => one.length - other.length);
  const line = createLine({ text: sentence?.trim() ?? pronunciation.term });
  const provider = narration?.settings.provider;
  const spokenWith = { voice, language, provider, pronunciations: [pronunciation] };
  let mp3: Blob | undefined;
  const order = {
    ...spokenWith,
    lines: [line],
    findSpokenWith: () => spokenWith,
    durationSeconds: undefined,
    asked: new Set([line.id]),
    known: new Map(),
    shorten: false,
    prompt: '',
    signal: new AbortController().signal,
  };
  await service.speakLines(order, spoken => {
    mp3 = spoken.mp3;
  });
  return mp3;
}

import { useRef } from 'react';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { maxTermCharacters, maxTerms } from '#shared/limits.ts';
import { languagesMessages as messages } from '#shared/messages/languages.ts';
import { t } from '#shared/messages/message.ts';
import type { Narration, Term } from '#shared/narration/project.ts';
import { isOnlyPronounced } from '#shared/narration/pronounced-terms.ts';
import { listTranslations } from '#shared/narration/translations.ts';
import { TextButton } from '../../../components/button.tsx';
import { Checkbox, TextField } from '../../../components/field.tsx';
import { runLate } from '../model/change-document.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './languages.module.css';

interface GlossaryProps {
  readonly source: Narration;
  readonly chosen: ReadonlySet<LanguageName>;
}

/** Names and terms of the project, and how they are written in each language that it has or gets. In a fold. */
export function Glossary({ source, chosen }: GlossaryProps) {
  const { store } = useEditor();
  const glossary = useEditorState(({ project }) => project.glossary);
  const project = useEditorState(state => state.project);
  const add = useRef<HTMLButtonElement>(null);
  const translated = listTranslations(project, source.id).flatMap(({ language }) => language ?? []);
  const languages = [...new Set([...translated, ...chosen])];
  const shown = glossary.filter(term => !isOnlyPronounced(term));
  const set = (changed: readonly Term[], group?: string) =>
    runLate(store, { type: 'setGlossary', glossary: changed }, { group });
  return (
    <details className={classes.glossary}>
      <summary>{t(messages.glossary)}</summary>
      <p>{t(messages.glossaryHint)}</p>
      {glossary.map((term, index) =>
        // Those are in the dialog "Pronunciation".
        isOnlyPronounced(term) ? null : (
          <TermFields
            // biome-ignore lint/suspicious/noArrayIndexKey: terms have no ids
            key={index}
            term={term}
            number={shown.indexOf(term) + 1}
            languages={languages}
            onChange={changed => set(glossary.with(index, changed), `term ${index}`)}
            onRemove={() => {
              set(glossary.toSpliced(index, 1));
              add.current?.focus();
            }}
          />
        ),
      )}
      <TextButton
        ref={add}
        disabled={glossary.length >= maxTerms}
        onClick={() =>
          set([...glossary, { term: '', byLanguage: {}, isNeverTranslated: false, pronunciation: {} }])
        }
      >
        {t(messages.addTerm)}
      </TextButton>
    </details>
  );
}

interface TermFieldsProps {
  readonly term: Term;
  readonly number: number;
  readonly languages: readonly LanguageName[];
  readonly onChange: (term: Term) => void;
  readonly onRemove: () => void;
}

function TermFields({ term, number, languages, onChange, onRemove }: TermFieldsProps) {
  const { byLanguage, isNeverTranslated } = term;
  return (
    <fieldset className={classes.term}>
      <legend>{t(messages.termNumber, { number })}</legend>
      <TextField
        label={t(messages.term)}
        dir="auto"
        maxLength={maxTermCharacters}
        value={term.term}
        onChange={({ currentTarget: { value } }) => onChange({ ...term, term: value })}
      />
      <Checkbox
        label={t(messages.neverTranslated)}
        checked={isNeverTranslated}
        onChange={checked => onChange({ ...term, isNeverTranslated: checked })}
      />
      {!isNeverTranslated &&
        languages.map(language => (
          <TextField
            key={language}
            label={t(messages.termIn, { language })}
            lang={getLanguage(language).code}
            dir="auto"
            maxLength={maxTermCharacters}
            value={byLanguage[language] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...term, byLanguage: { ...byLanguage, [language]: value } })
            }
          />
        ))}
      <TextButton aria-label={t(messages.removeTerm, { number })} onClick={onRemove}>
        {t(messages.remove)}
      </TextButton>
    </fieldset>
  );
}

// biome-ignore-all lint/a11y/useSemanticElements: options with marks, below a search
import { Composite, CompositeItem, useCompositeStore } from '@ariakit/react/composite';
import { useId, useRef, useState } from 'react';
import type { LanguageName } from '#shared/languages.ts';
import { languageListMessages } from '#shared/messages/language-list.ts';
import { t } from '#shared/messages/message.ts';
import type { Opening, PopupPlace } from '../../components/picker-field.tsx';
import { ChosenMark, PickerPopup } from '../../components/picker-popup.tsx';
import { SearchField, useInitialFocus } from '../../components/search-field.tsx';
import type { Speakers } from '../voice-samples/public.ts';
import { LanguageLabel } from './language-label.tsx';
import classes from './language-popup.module.css';
import { markLanguage } from './mark-language.ts';
import { searchLanguages } from './search-languages.ts';

interface LanguageChoice {
  readonly names: readonly LanguageName[];
  readonly chosen: LanguageName;
  readonly speakers: Speakers | undefined;
  readonly opening: Opening;
  readonly onChoose: (language: LanguageName) => void;
}

export function LanguagePopup({ id, onClose, onChoose, ...choice }: LanguageChoice & PopupPlace) {
  return (
    <PickerPopup id={id} title={t(languageListMessages.title)} size="names" onClose={onClose}>
      {close => (
        <LanguageList
          {...choice}
          onChoose={language => {
            onChoose(language);
            close();
          }}
        />
      )}
    </PickerPopup>
  );
}

/** A search with its results. Text typed on the closed field is searched for. */
export function LanguageList({ names, chosen, speakers, opening, onChoose }: LanguageChoice) {
  const list = useId();
  const getId = (name: LanguageName | undefined) => name && `${list}-${name}`;
  const [query, setQuery] = useState(opening.at === 'typed' ? opening.typed : '');
  const found = searchLanguages(names, query);
  const store = useCompositeStore({ defaultActiveId: getId(findFirst(opening, found, chosen)) ?? null });
  const searchField = useRef<HTMLInputElement>(null);
  useInitialFocus(store, searchField, opening.at === 'typed' ? 'search' : 'either');
  return (
    <>
      <SearchField
        ref={searchField}
        label={t(languageListMessages.search)}
        popup="listbox"
        store={store}
        list={list}
        ends={[getId(found[0]), getId(found.at(-1))]}
        query={query}
        onChange={changed => {
          setQuery(changed);
          store.setActiveId(getId(searchLanguages(names, changed)[0]) ?? null);
        }}
      />
      <p className={classes.found} role="status">
        {describeCount(found.length)}
      </p>
      <Composite
        store={store}
        id={list}
        className={classes.list}
        role="listbox"
        aria-label={t(languageListMessages.list)}
        onKeyDown={({ key }) => {
          // Text typed in the list goes to the search.
          if (key.length === 1 && key !== ' ') searchField.current?.focus();
        }}
      >
        {found.map(name => {
          const mark = speakers && markLanguage(speakers, name);
          return (
            <CompositeItem
              key={name}
              id={`${list}-${name}`}
              render={<div />}
              // It may have the focus before the library registers it.
              tabIndex={0}
              className={classes.option}
              role="option"
              aria-selected={name === chosen}
              onClick={() => onChoose(name)}
            >
              <LanguageLabel name={name} />
              {mark && <span className={classes.mark}> — {mark}</span>}
              {name === chosen && <ChosenMark aria-hidden="true" />}
            </CompositeItem>
          );
        })}
      </Composite>
    </>
  );
}

function findFirst({ at }: Opening, found: readonly LanguageName[], chosen: LanguageName) {
  if (at === 'last') return found.at(-1);
  return at === 'chosen' && found.includes(chosen) ? chosen : found[0];
}

function describeCount(count: number): string {
  return count === 0 ? t(languageListMessages.noLanguage) : t(languageListMessages.languages, { count });
}

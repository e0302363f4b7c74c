// biome-ignore-all lint/a11y/useSemanticElements: options with marks, below a search
import { Composite, CompositeItem, useCompositeStore } from '@ariakit/react/composite';
import { useStoreState } from '@ariakit/react/store';
import { useEffect, useId, useRef, useState } from 'react';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { languageListMessages } from '#shared/messages/language-list.ts';
import { t } from '#shared/messages/message.ts';
import type { Opening, PopupPlace } from '../../components/picker-field.tsx';
import classes from '../../components/picker-popup.module.css';
import { ChosenMark, PickerPopup, SearchField, useInitialFocus } from '../../components/picker-popup.tsx';
import { simplifyText } from '../../lib/format.ts';
import type { Speakers } from '../voice-samples/public.ts';
import { LanguageLabel, markLanguage } from './language-support.tsx';

interface LanguageChoice {
  readonly names: readonly LanguageName[];
  readonly opening: Opening;
  readonly onChoose: (language: LanguageName) => void;
}

interface LanguagePopupProps extends LanguageChoice, PopupPlace {
  readonly chosen: LanguageName;
  readonly speakers: Speakers | undefined;
}

export function LanguagePopup(props: LanguagePopupProps) {
  const { id, onClose, onChoose, chosen, speakers, ...choice } = props;
  return (
    <PickerPopup id={id} title={t(languageListMessages.title)} size="names" onClose={onClose}>
      {close => (
        <LanguageList
          {...choice}
          isChosen={name => name === chosen}
          describe={name => speakers && markLanguage(speakers, name)}
          onChoose={language => {
            onChoose(language);
            close();
          }}
        />
      )}
    </PickerPopup>
  );
}

interface LanguageListProps extends LanguageChoice {
  readonly isChosen: (name: LanguageName) => boolean;
  readonly describe: (name: LanguageName) => string | undefined;
  readonly isMultiple?: boolean;
}

export function LanguageList(props: LanguageListProps) {
  const { names, isChosen, describe, isMultiple, opening, onChoose } = props;
  const list = useId();
  const getId = (name: LanguageName | undefined) => name && `${list}-${name}`;
  const [query, setQuery] = useState(opening.at === 'typed' ? opening.typed : '');
  const found = searchLanguages(names, query);
  const store = useCompositeStore({ defaultActiveId: getId(findFirst(opening, found, isChosen)) ?? null });
  const searchField = useRef<HTMLInputElement>(null);
  const activeId = useStoreState(store, 'activeId');
  const findActive = () => document.getElementById(store.getState().activeId ?? '');
  useInitialFocus(findActive, searchField, opening.at === 'typed' ? 'search' : 'either');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens
  useEffect(() => {
    const item = findActive();
    const box = item?.parentElement;
    if (item && box) box.scrollTop = item.offsetTop - (box.clientHeight - item.offsetHeight) / 2;
  }, []);

  function move(key: string) {
    if (key === 'Home' || key === 'End') store.move(getId(found.at(key === 'Home' ? 0 : -1)));
    else store.move((key === 'ArrowDown' ? store.down() : store.up()) ?? activeId);
  }

  return (
    <>
      <SearchField
        ref={searchField}
        label={t(languageListMessages.search)}
        popup="listbox"
        list={list}
        activeId={activeId}
        query={query}
        onMove={move}
        onEnter={() => document.getElementById(activeId ?? '')?.click()}
        onChange={changed => {
          setQuery(changed);
          store.setActiveId(getId(searchLanguages(names, changed)[0]) ?? null);
        }}
      />
      <p className={`soft small ${classes.found}`} role="status">
        {describeCount(found.length)}
      </p>
      <Composite
        store={store}
        id={list}
        className={`scroll ${classes.list}`}
        role="listbox"
        aria-multiselectable={isMultiple}
        aria-label={t(languageListMessages.list)}
        onKeyDown={({ key }) => {
          // Text typed in the list goes to the search.
          if (key.length === 1 && key !== ' ') searchField.current?.focus();
        }}
      >
        {found.map(name => {
          const mark = describe(name);
          return (
            <CompositeItem
              key={name}
              id={`${list}-${name}`}
              render={<div />}
              // It may have the focus before the library registers it.
              tabIndex={0}
              className={classes.option}
              role="option"
              aria-selected={isChosen(name)}
              onClick={() => onChoose(name)}
            >
              {isMultiple && (
                <span className={`card ${classes.box}`} aria-hidden="true">
                  {isChosen(name) && <ChosenMark />}
                </span>
              )}
              <LanguageLabel name={name} />
              {mark && <span className={`soft ${classes.mark}`}> — {mark}</span>}
              {!isMultiple && isChosen(name) && <ChosenMark aria-hidden="true" />}
            </CompositeItem>
          );
        })}
      </Composite>
    </>
  );
}

function findFirst({ at }: Opening, found: readonly LanguageName[], isChosen: LanguageListProps['isChosen']) {
  if (at === 'last') return found.at(-1);
  return (at === 'chosen' ? found.find(isChosen) : undefined) ?? found[0];
}

function describeCount(count: number): string {
  return count === 0 ? t(languageListMessages.noLanguage) : t(languageListMessages.languages, { count });
}

/** Best first: by BCP-47 code, by the start of a native or English name, by the start of another word in it; all for an empty query. */
export function searchLanguages(names: readonly LanguageName[], query: string): LanguageName[] {
  const wanted = simplifyText(query).trim();
  if (wanted === '') return [...names];
  const ranked = names.map(name => ({ name, rank: rankLanguage(name, wanted) }));
  return ranked
    .filter(({ rank }) => rank < noFit)
    .sort((one, other) => one.rank - other.rank)
    .map(({ name }) => name);
}

const noFit = 3;

function rankLanguage(name: LanguageName, wanted: string): number {
  const { code, nativeName } = getLanguage(name);
  if (code === wanted) return 0;
  const names = [simplifyText(nativeName), simplifyText(name)];
  if (names.some(each => each.startsWith(wanted))) return 1;
  return names.some(each => each.includes(` ${wanted}`)) ? 2 : noFit;
}

import { useId, useRef, useState } from 'react';
import type { LanguageName } from '#shared/languages.ts';
import { SearchBox } from '../../components/search-box.tsx';
import { isTouched, type Opening } from '../../lib/open-key.ts';
import { useFirstFocus } from '../../lib/use-first-focus.ts';
import { useRowInSight } from '../../lib/use-row-in-sight.ts';
import type { Speakers } from '../voice-samples/speakers.ts';
import { LanguageLabel } from './language-label.tsx';
import classes from './language-list.module.css';
import { markLanguage } from './language-support.ts';
import { searchLanguages } from './search-languages.ts';
import { useListKeys } from './use-list-keys.ts';

interface LanguageListProps {
  readonly names: readonly LanguageName[];
  readonly chosen: LanguageName;
  readonly speakers: Speakers | undefined;
  /** What was typed on the closed field is searched for. */
  readonly opening: Opening;
  readonly onChoose: (language: LanguageName) => void;
}

/** A search and the languages that fit. The focus stays in the search box; keys move in the list. */
export function LanguageList({ names, chosen, speakers, opening, onChoose }: LanguageListProps) {
  const list = useId();
  const [query, setQuery] = useState(opening.at === 'typed' ? opening.typed : '');
  const found = searchLanguages(names, query);
  const keys = useListKeys(found.length, getFirstRow(opening, found, chosen), row => {
    const language = found[row];
    if (language) onChoose(language);
  });
  const activeId = keys.active === undefined ? undefined : `${list}-${keys.active}`;
  const searchBox = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useFirstFocus(opening.at !== 'typed' && isTouched() ? box : searchBox);
  useRowInSight(activeId);

  return (
    <>
      <SearchBox
        ref={searchBox}
        label="Search by name or code"
        popup="listbox"
        query={query}
        list={list}
        activeItem={activeId}
        onChange={changed => {
          setQuery(changed);
          keys.restart();
        }}
        onKeyDown={keys.onKeyDown}
      />
      <p className={classes.found} role="status">
        {describeCount(found.length)}
      </p>
      <div id={list} ref={box} className={classes.list} role="listbox" aria-label="Languages" tabIndex={-1}>
        {found.map((name, row) => (
          <LanguageOption
            key={name}
            id={`${list}-${row}`}
            name={name}
            mark={speakers && markLanguage(speakers, name)}
            isChosen={name === chosen}
            isActive={row === keys.active}
            onChoose={onChoose}
          />
        ))}
      </div>
    </>
  );
}

interface LanguageOptionProps {
  readonly id: string;
  readonly name: LanguageName;
  /** A few words, when the language is not the voices' own. */
  readonly mark: string | undefined;
  readonly isChosen: boolean;
  /** The keyboard is at it. */
  readonly isActive: boolean;
  readonly onChoose: (language: LanguageName) => void;
}

function LanguageOption({ id, name, mark, isChosen, isActive, onChoose }: LanguageOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search box takes the keys of all options
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays outside, and aria-activedescendant tells where the keyboard is
    <div
      id={id}
      className={classes.option}
      role="option"
      aria-selected={isChosen}
      data-active={isActive}
      data-value={name}
      // The focus stays in the search box.
      onMouseDown={event => event.preventDefault()}
      onClick={() => onChoose(name)}
    >
      <LanguageLabel name={name} />
      {mark && (
        <>
          {' '}
          <span className={classes.mark}>— {mark}</span>
        </>
      )}
      {isChosen && (
        <svg className={classes.check} viewBox="0 0 24 24" aria-hidden="true">
          <path d="m4 13 5 5L20 6" />
        </svg>
      )}
    </div>
  );
}

function getFirstRow({ at }: Opening, found: readonly LanguageName[], chosen: LanguageName): number {
  if (at === 'last') return found.length - 1;
  return at === 'chosen' ? Math.max(found.indexOf(chosen), 0) : 0;
}

function describeCount(count: number): string {
  if (count === 0) return 'No language fits.';
  return count === 1 ? '1 language' : `${count} languages`;
}

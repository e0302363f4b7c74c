import { useId, useMemo, useRef, useState } from 'react';
import type { VoicesAnswer } from '#shared/api/voices.ts';
import type { LanguageName } from '#shared/languages.ts';
import type { Voice } from '#shared/voices.ts';
import { SearchBox } from '../../components/search-box.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { isTouched, type Opening } from '../../lib/open-key.ts';
import { useFirstFocus } from '../../lib/use-first-focus.ts';
import type { VoiceGroup } from '../studio/voice-choice.ts';
import { listSpeakers } from '../voice-samples/speakers.ts';
import { usePreviewPlayer } from '../voice-samples/use-preview-player.ts';
import { describeSharedVoices } from './describe-voices.ts';
import { getFirstRow } from './first-row.ts';
import { type Cell, getCellId } from './grid-movement.ts';
import { orderForNarration } from './narration-order.ts';
import { TagFilters } from './tag-filters.tsx';
import { useGridKeys } from './use-grid-keys.ts';
import classes from './voice-browser.module.css';
import { VoiceGrid, type VoiceRows } from './voice-grid.tsx';
import { noSearch, searchVoices, type VoiceSearch } from './voice-list.ts';

interface VoiceBrowserProps {
  readonly catalogue: VoicesAnswer;
  readonly groups: readonly VoiceGroup[];
  readonly chosen: Voice | undefined;
  readonly language: LanguageName;
  readonly opening: Opening;
  /** There are so many voices that they are searched and filtered. */
  readonly isSearched: boolean;
  readonly onChoose: (voice: Voice) => void;
}

/** Search, filters, and the voices that fit. The focus stays in the search box or on the list; keys move in the grid. */
export function VoiceBrowser(props: VoiceBrowserProps) {
  const { catalogue, groups, chosen, language, opening, isSearched, onChoose } = props;
  const grid = useId();
  const offered = useMemo(() => listOffered(catalogue, groups), [catalogue, groups]);
  const shared = describeSharedVoices(
    offered.map(({ label, speakers: [speaker], voices: { length } }) => ({ label, speaker, names: length })),
  );
  const [search, setSearch] = useState(noSearch);
  const rows = useMemo(() => findRows(offered, search), [offered, search]);
  const voices = rows.flatMap(group => group.voices);
  const names = voices.map(({ name }) => name);
  const player = usePreviewPlayer(language);
  const keys = useGridKeys({
    names,
    firstRow: getFirstRow(opening, names, chosen),
    typed: opening.at === 'typed' ? opening.typed : '',
    onActivate: activate,
  });
  const searchBox = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const isListFirst = !isSearched || opening.at === 'typed' || isTouched();
  useFirstFocus(isListFirst ? list : searchBox);

  function activate({ row, column }: Cell) {
    const voice = voices[row];
    if (!voice) return;
    if (column === 'voice') onChoose(voice.name);
    else player.toggle(voice);
  }

  function change(changed: Partial<VoiceSearch>) {
    setSearch({ ...search, ...changed });
    keys.restart();
  }

  function showAll() {
    change(noSearch);
    searchBox.current?.focus();
  }

  return (
    <>
      {isSearched && (
        <>
          <SearchBox
            ref={searchBox}
            label="Search by name or tag"
            popup="grid"
            query={search.query}
            list={grid}
            activeItem={keys.active && getCellId(grid, keys.active)}
            onChange={query => change({ query })}
            onKeyDown={keys.onSearchKey}
          />
          <TagFilters
            voices={offered.flatMap(group => group.voices)}
            search={search}
            onChange={tags => change({ tags })}
          />
        </>
      )}
      {(isSearched || shared) && (
        <div className={classes.found}>
          {isSearched && <span role="status">{describeCount(voices.length)}</span>}
          {isSearching(search) && <TextButton onClick={showAll}>Show all</TextButton>}
          {shared && <p className={classes.shared}>{shared}</p>}
        </div>
      )}
      <VoiceGrid
        id={grid}
        ref={list}
        rows={rows}
        active={keys.active}
        chosen={chosen}
        language={language}
        player={player}
        onChoose={onChoose}
        onKeyDown={keys.onListKey}
      />
      <audio {...player.audio} />
    </>
  );
}

/** The voices of the offered groups as the server describes them, those for narration first. */
function listOffered(catalogue: VoicesAnswer, groups: readonly VoiceGroup[]): VoiceRows[] {
  const byName = new Map(catalogue.voices.map(voice => [voice.name, voice]));
  return groups.map(({ label, plan, voices: names }) => ({
    label,
    speakers: listSpeakers(catalogue, plan),
    voices: orderForNarration(names.flatMap(name => byName.get(name) ?? [])),
  }));
}

function findRows(offered: readonly VoiceRows[], search: VoiceSearch): VoiceRows[] {
  return offered
    .map(group => ({ ...group, voices: searchVoices(group.voices, search) }))
    .filter(group => group.voices.length > 0);
}

function isSearching({ query, tags }: VoiceSearch): boolean {
  return query !== '' || tags.length > 0;
}

function describeCount(count: number): string {
  if (count === 0) return 'No voice fits.';
  return count === 1 ? '1 voice' : `${count} voices`;
}

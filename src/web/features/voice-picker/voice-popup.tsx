import { useCompositeStore } from '@ariakit/react/composite';
import { useId, useMemo, useRef, useState } from 'react';
import type { VoicesAnswer } from '#shared/api/voices.ts';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import type { Voice } from '#shared/voices.ts';
import { TextButton } from '../../components/button.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import type { Opening, PopupPlace } from '../../components/picker-field.tsx';
import { PickerPopup } from '../../components/picker-popup.tsx';
import { SearchField, useInitialFocus } from '../../components/search-field.tsx';
import { listSpeakers, useVoices } from '../voice-samples/public.ts';
import { TagFilters } from './tag-filters.tsx';
import type { VoiceGroup } from './voice-choice.ts';
import { getCellId, VoiceGrid, type VoiceRows } from './voice-grid.tsx';
import {
  describeSharedVoices,
  maxWithoutSearch,
  noSearch,
  orderForNarration,
  searchVoices,
  type VoiceSearch,
} from './voice-list.ts';
import classes from './voice-picker.module.css';

interface VoiceChoice {
  readonly groups: readonly VoiceGroup[];
  readonly chosen: Voice | undefined;
  readonly language: LanguageName;
  readonly onChoose: (voice: Voice) => void;
}

export function VoicePopup({ id, opening, onChoose, onClose, ...choice }: VoiceChoice & PopupPlace) {
  const { data: catalogue, error, refetch } = useVoices();
  const isSearched = choice.groups.flatMap(group => group.voices).length > maxWithoutSearch;
  return (
    <PickerPopup
      id={id}
      title={t(voiceListMessages.title)}
      size={isSearched ? 'search' : 'list'}
      onClose={onClose}
    >
      {close =>
        catalogue ? (
          <VoiceBrowser
            {...choice}
            catalogue={catalogue}
            opening={opening}
            isSearched={isSearched}
            onChoose={voice => {
              onChoose(voice);
              close();
            }}
          />
        ) : (
          <div className={classes.state} role="status">
            {error ? <FailureNotice error={error} onRetry={refetch} /> : t(pageMessages.loading)}
          </div>
        )
      }
    </PickerPopup>
  );
}

interface VoiceBrowserProps extends VoiceChoice {
  readonly catalogue: VoicesAnswer;
  readonly opening: Opening;
  /** Whether there are enough voices for search and filters. */
  readonly isSearched: boolean;
}

function VoiceBrowser(props: VoiceBrowserProps) {
  const { catalogue, groups, chosen, language, opening, isSearched, onChoose } = props;
  const grid = useId();
  const offered = useMemo(() => listOffered(catalogue, groups), [catalogue, groups]);
  const typed = opening.at === 'typed' ? opening.typed : '';
  const [search, setSearch] = useState({ ...noSearch, query: isSearched ? typed : '' });
  const rows = useMemo(() => findRows(offered, search), [offered, search]);
  const names = listNames(rows);
  const getId = (name: Voice | undefined) => (name === undefined ? null : getCellId(grid, name));
  const store = useCompositeStore({ defaultActiveId: getId(findFirst(opening, names, chosen)) });
  const searchField = useRef<HTMLInputElement>(null);
  useInitialFocus(store, searchField, getFirstFocus(isSearched, typed));

  function change(changed: Partial<VoiceSearch>) {
    const next = { ...search, ...changed };
    store.setActiveId(getId(listNames(findRows(offered, next))[0]));
    setSearch(next);
  }

  function showAll() {
    change(noSearch);
    searchField.current?.focus();
  }

  const ends = [getId(names[0]), getId(names.at(-1))] as const;
  const shared = describeSharedVoices(
    offered.map(({ plan, speakers: [speaker], voices: { length } }) => ({ plan, speaker, names: length })),
  );
  return (
    <>
      {isSearched && (
        <>
          <SearchField
            ref={searchField}
            label={t(voiceListMessages.search)}
            popup="grid"
            store={store}
            list={grid}
            ends={ends}
            query={search.query}
            onChange={query => change({ query })}
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
          {isSearched && <span role="status">{describeCount(names.length)}</span>}
          {isSearching(search) && <TextButton onClick={showAll}>{t(voiceListMessages.showAll)}</TextButton>}
          {shared && <p className={classes.shared}>{shared}</p>}
        </div>
      )}
      <VoiceGrid
        id={grid}
        store={store}
        rows={rows}
        ends={ends}
        chosen={chosen}
        language={language}
        onChoose={onChoose}
      />
    </>
  );
}

/** The voices of the offered groups by the server's catalogue, those for narration first. */
function listOffered(catalogue: VoicesAnswer, groups: readonly VoiceGroup[]): VoiceRows[] {
  const byName = new Map(catalogue.voices.map(voice => [voice.name, voice]));
  return groups.map(({ label, plan, voices: names }) => ({
    label,
    plan,
    speakers: listSpeakers(catalogue, plan),
    voices: orderForNarration(names.flatMap(name => byName.get(name) ?? [])),
  }));
}

function findRows(offered: readonly VoiceRows[], search: VoiceSearch): VoiceRows[] {
  return offered
    .map(group => ({ ...group, voices: searchVoices(group.voices, search) }))
    .filter(group => group.voices.length > 0);
}

function listNames(rows: readonly VoiceRows[]): Voice[] {
  return rows.flatMap(group => group.voices.map(({ name }) => name));
}

/** The voice at which the list opens. Typed text is searched for; in a list without a search it is the start of a name. */
function findFirst(opening: Opening, names: readonly Voice[], chosen: Voice | undefined): Voice | undefined {
  if (opening.at === 'last') return names.at(-1);
  if (opening.at === 'chosen' && chosen && names.includes(chosen)) return chosen;
  const typed = opening.at === 'typed' ? opening.typed.toLowerCase() : '';
  return names.find(name => name.toLowerCase().startsWith(typed)) ?? names[0];
}

function getFirstFocus(isSearched: boolean, typed: string): 'list' | 'search' | 'either' {
  if (!isSearched) return 'list';
  return typed === '' ? 'either' : 'search';
}

function isSearching({ query, tags }: VoiceSearch): boolean {
  return query !== '' || tags.length > 0;
}

function describeCount(count: number): string {
  return count === 0 ? t(voiceListMessages.noVoice) : t(voiceListMessages.voices, { count });
}

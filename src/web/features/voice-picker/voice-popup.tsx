import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { OwnVoicesAnswer, VoicesAnswer } from '#shared/api/voices.ts';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import type { Plan } from '#shared/plans.ts';
import { type ChosenVoice, toVoiceId } from '#shared/voices.ts';
import { TextButton } from '../../components/button.tsx';
import { focusInDialog } from '../../components/dialog.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import type { Opening, PopupPlace } from '../../components/picker-field.tsx';
import { PickerPopup, SearchField, useInitialFocus } from '../../components/picker-popup.tsx';
import { useVoices } from '../voice-samples/public.ts';
import {
  findBlend,
  isSearching,
  keepRecent,
  type ListedVoice,
  listOwn,
  listPresets,
  nameProvider,
  noSearch,
  putKeptFirst,
  readKept,
  searchVoices,
  useOwnVoices,
  type VoiceRows,
  type VoiceSearch,
} from './listed-voices.ts';
import { TagFilters } from './tag-filters.tsx';
import { type Cell, columns, findNextCell, getCellId, VoiceGrid } from './voice-grid.tsx';
import classes from './voice-picker.module.css';

interface VoicePopupProps extends Omit<VoiceChoice, 'onChoose'>, PopupPlace {
  readonly onChange: (voice: ChosenVoice | undefined) => void;
}

/** A short list waits so long for the voices of providers, which may make it a long one. */
const ownVoicesMs = 1000;

export function VoicePopup({ id, opening, onChange, onClose, ...choice }: VoicePopupProps) {
  const { data: catalogue, error, refetch } = useVoices();
  const own = useOwnVoices();
  const isLate = useIsLater(ownVoicesMs);
  const presets = catalogue?.voices.filter(({ plan }) => choice.plans.includes(plan)).length ?? 0;
  const owned = own.data?.voices.filter(({ plan }) => choice.plans.includes(plan)).length ?? 0;
  const isSearched = presets + owned > maxWithoutSearch;
  const isReady = catalogue && (isSearched || isLate || !own.isPending);
  return (
    <PickerPopup
      id={id}
      title={t(voiceListMessages.title)}
      size={isSearched ? 'search' : 'list'}
      onClose={onClose}
    >
      {close =>
        isReady ? (
          <VoiceBrowser
            // The focus begins in the search, where there is one.
            key={String(isSearched)}
            {...choice}
            catalogue={catalogue}
            own={own.data}
            ownProblem={own.isError}
            opening={opening}
            isSearched={isSearched}
            onChoose={(voice, voiceId) => {
              if (voiceId) keepRecent(voiceId);
              onChange(voice);
              close();
            }}
          />
        ) : (
          <div className={classes.state} role="status" tabIndex={-1} ref={focusInDialog}>
            {error ? <FailureNotice error={error} onRetry={refetch} /> : t(pageMessages.loading)}
          </div>
        )
      }
    </PickerPopup>
  );
}

function useIsLater(ms: number): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLater;
}

const maxWithoutSearch = 8;

interface VoiceChoice {
  readonly plans: readonly Plan[];
  readonly chosen: ChosenVoice | undefined;
  readonly language: LanguageName;
  readonly noneLabel: string | undefined;
  /** @param voiceId undefined for none */
  readonly onChoose: (voice: ChosenVoice | undefined, voiceId?: string) => void;
}

interface VoiceBrowserProps extends VoiceChoice {
  readonly catalogue: VoicesAnswer;
  readonly own: OwnVoicesAnswer | undefined;
  readonly ownProblem: boolean;
  readonly opening: Opening;
  readonly isSearched: boolean;
}

function VoiceBrowser(props: VoiceBrowserProps) {
  const { own, chosen, language, opening, isSearched, onChoose } = props;
  const grid = useId();
  const list = useRef<HTMLDivElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const offered = useOffered(props);
  const all = useMemo(() => offered.flatMap(({ voices }) => voices), [offered]);
  const typed = opening.at === 'typed' ? opening.typed : '';
  const [search, setSearch] = useState<VoiceSearch>({ ...noSearch, query: isSearched ? typed : '' });
  const groups = useMemo(() => findRows(offered, search), [offered, search]);
  const voices = useMemo(() => groups.flatMap(group => group.voices), [groups]);
  const { active, move } = useActiveCell(voices, () => findFirst(opening, voices, chosen));
  useInitialFocus(() => list.current, searchField, getFirstFocus(isSearched, typed));

  function change(changes: Partial<VoiceSearch>) {
    setSearch({ ...search, ...changes });
    move(undefined);
  }

  function moveByKey(key: string) {
    const next = findNextCell(key, active, voices.length, 1);
    if (!next) return;
    move(next);
    list.current?.focus();
  }

  const choose = ({ voice, id }: ListedVoice) => onChoose(voice, id);
  const activeVoice = voices[active.row];
  return (
    <>
      {isSearched && (
        <>
          <SearchField
            ref={searchField}
            label={t(voiceListMessages.search)}
            popup="grid"
            list={grid}
            activeId={activeVoice && getCellId(grid, activeVoice.id, active.column)}
            query={search.query}
            onMove={moveByKey}
            onEnter={() => activeVoice && choose(activeVoice)}
            onChange={query => change({ query })}
          />
          <TagFilters voices={all} language={language} search={search} onChange={change} />
        </>
      )}
      <div className={`row spread soft small ${classes.found}`}>
        {isSearched && <span role="status">{describeCount(voices.length)}</span>}
        {isSearching(search) && (
          <TextButton
            onClick={() => {
              change(noSearch);
              searchField.current?.focus();
            }}
          >
            {t(voiceListMessages.showAll)}
          </TextButton>
        )}
        <BlendOffer query={search.query} own={own} onChoose={onChoose} />
        {props.noneLabel && <TextButton onClick={() => onChoose(undefined)}>{props.noneLabel}</TextButton>}
        {describeFailures(props).map(note => (
          <p key={note} className={`flat ${classes.note}`}>
            {note}
          </p>
        ))}
      </div>
      <VoiceGrid
        ref={list}
        id={grid}
        groups={groups}
        voices={voices}
        active={active}
        onMove={move}
        chosen={chosen}
        language={language}
        onChoose={choose}
      />
    </>
  );
}

function useOffered({ catalogue, own, plans, language, isSearched }: VoiceBrowserProps): VoiceRows[] {
  const [kept] = useState(() => ({ favourites: readKept('favourites'), recent: readKept('recent') }));
  return useMemo(() => {
    const groups = [
      ...plans.map(plan => listPresets(catalogue, plan, language)),
      ...(own ? listOwn(own, catalogue, plans, language) : []),
    ];
    return isSearched ? putKeptFirst(groups, kept.favourites, kept.recent) : groups;
  }, [catalogue, own, plans, language, isSearched, kept]);
}

function useActiveCell(voices: readonly ListedVoice[], findInitial: () => ListedVoice | undefined) {
  const [at, setAt] = useState(() => ({ id: findInitial()?.id, column: columns.name as number }));
  const row = Math.max(
    0,
    voices.findIndex(({ id }) => id === at.id),
  );
  const active = useMemo<Cell>(() => ({ row, column: at.column }), [row, at]);
  return {
    active,
    /** @param cell undefined for the first of whatever is found */
    move(cell: Cell | undefined) {
      setAt({ id: cell && voices[cell.row]?.id, column: cell?.column ?? columns.name });
    },
  };
}

interface BlendOfferProps extends Pick<VoiceChoice, 'onChoose'> {
  readonly query: string;
  readonly own: OwnVoicesAnswer | undefined;
}

function BlendOffer({ query, own, onChoose }: BlendOfferProps) {
  if (!own || !query.includes('+')) return null;
  const ids = new Set(own.voices.map(({ voice }) => voice));
  const providers = [...new Set(own.voices.map(({ provider }) => provider))];
  const blend = findBlend(query, ids, providers);
  if (!blend) return null;
  return (
    <TextButton onClick={() => onChoose(blend, toVoiceId(blend))}>
      {t(voiceListMessages.useVoice, { voice: blend.name })}
    </TextButton>
  );
}

function findRows(offered: readonly VoiceRows[], search: VoiceSearch): VoiceRows[] {
  return offered
    .map(group => ({ ...group, voices: searchVoices(group.voices, search) }))
    .filter(group => group.voices.length > 0);
}

/** The voice at which the list opens. Typed text is searched for; in a list without a search it is the start of a name. */
function findFirst(
  opening: Opening,
  voices: readonly ListedVoice[],
  chosen: ChosenVoice | undefined,
): ListedVoice | undefined {
  if (opening.at === 'last') return voices.at(-1);
  const chosenId = chosen && toVoiceId(chosen);
  const atChosen = opening.at === 'chosen' ? voices.find(({ id }) => id === chosenId) : undefined;
  const typed = opening.at === 'typed' ? opening.typed.toLowerCase() : '';
  return atChosen ?? voices.find(({ name }) => name.toLowerCase().startsWith(typed)) ?? voices[0];
}

function getFirstFocus(isSearched: boolean, typed: string): 'list' | 'search' | 'either' {
  if (!isSearched) return 'list';
  return typed === '' ? 'either' : 'search';
}

function describeCount(count: number): string {
  return count === 0 ? t(voiceListMessages.noVoice) : t(voiceListMessages.voices, { count });
}

function describeFailures({ catalogue, own, ownProblem }: VoiceBrowserProps): string[] {
  const failures = (own?.failures ?? []).map(({ provider, message }) =>
    t(voiceListMessages.listFailed, { provider: nameProvider(catalogue, provider), message }),
  );
  return ownProblem ? [...failures, t(voiceListMessages.ownFailed)] : failures;
}

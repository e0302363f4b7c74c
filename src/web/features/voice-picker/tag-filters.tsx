import { type CSSProperties, useId, useState } from 'react';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import { voiceTagVocabulary } from '#shared/voice-catalogue.ts';
import { PlainButton } from '../../components/button.tsx';
import { useRovingIndex } from '../../lib/focus.ts';
import {
  countFacet,
  type FacetKind,
  facetKinds,
  getTagKind,
  type SearchedVoice,
  type VoiceSearch,
} from './listed-voices.ts';
import classes from './voice-picker.module.css';

interface TagFiltersProps {
  readonly voices: readonly SearchedVoice[];
  readonly language: LanguageName;
  readonly search: VoiceSearch;
  readonly onChange: (changes: Partial<VoiceSearch>) => void;
}

export function TagFilters({ voices, language, search, onChange }: TagFiltersProps) {
  const [open, setOpen] = useState<FacetKind>();
  const panel = useId();
  const kinds = facetKinds.filter(kind => hasChoice(voices, kind));
  const isMixed = voices.some(({ speaksLanguage }) => !speaksLanguage);
  const getItemProps = useRovingIndex(kinds.length + Number(isMixed));
  return (
    <div className={`stack ${classes.filters}`}>
      <div className="row tight" role="toolbar" aria-label={t(voiceListMessages.filters)}>
        {kinds.map((kind, index) => {
          const chosen = search.chosen[kind] ?? [];
          return (
            <button
              key={kind}
              type="button"
              className={`truncate ${classes.kind}`}
              aria-expanded={open === kind}
              aria-controls={open === kind ? panel : undefined}
              data-chosen={chosen.length > 0}
              {...getItemProps(index, () => setOpen(open === kind ? undefined : kind))}
            >
              {t(voiceListMessages[kind])}
              {chosen.length > 0 && <span className={classes.chosen}> {chosen.join(', ')}</span>}
            </button>
          );
        })}
        {isMixed && (
          <button
            type="button"
            className={`truncate ${classes.kind}`}
            aria-pressed={search.isLanguageOnly}
            {...getItemProps(kinds.length, () => onChange({ isLanguageOnly: !search.isLanguageOnly }))}
          >
            {t(voiceListMessages.languageOnly, { language })}
          </button>
        )}
      </div>
      {open && (
        <ValuesOfKind
          key={open}
          id={panel}
          kind={open}
          voices={voices}
          search={search}
          onChange={values => onChange({ chosen: { ...search.chosen, [open]: values } })}
        />
      )}
    </div>
  );
}

function hasChoice(voices: readonly SearchedVoice[], kind: FacetKind): boolean {
  if (kind !== 'provider') return voices.some(({ facets }) => facets[kind] !== undefined);
  const [first] = voices;
  return voices.some(({ facets }) => facets.provider?.[0] !== first?.facets.provider?.[0]);
}

interface ValuesOfKindProps extends Pick<TagFiltersProps, 'voices' | 'search'> {
  readonly id: string;
  readonly kind: FacetKind;
  readonly onChange: (values: readonly string[]) => void;
}

function ValuesOfKind({ id, kind, voices, search, onChange }: ValuesOfKindProps) {
  const counts = countFacet(voices, kind, search);
  const chosen = search.chosen[kind] ?? [];
  const getItemProps = useRovingIndex(counts.length);
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter(other => other !== value) : [...chosen, value]);
  return (
    <div
      id={id}
      className={`row tight scroll ${classes.values}`}
      role="toolbar"
      aria-label={t(voiceListMessages[kind])}
    >
      {counts.map(({ value, voices: count }, index) => (
        <PlainButton
          key={value}
          className={classes.chip}
          style={colour(value)}
          aria-pressed={chosen.includes(value)}
          isBlocked={count === 0 && !chosen.includes(value)}
          {...getItemProps(index, () => toggle(value))}
        >
          {value} <span>{count}</span>
        </PlainButton>
      ))}
    </div>
  );
}

export function TagChip({ tag }: { tag: string }) {
  return (
    <span className={classes.chip} style={colour(tag)}>
      {tag}
    </span>
  );
}

/** Hues of each kind, as angles of the OKLCH circle: blues, ochres, plums, reds and greens; the tags of own voices are sand. */
const huesOfKind: Readonly<Record<FacetKind, readonly number[]>> = {
  accent: [245, 215, 270, 230, 258],
  age: [100, 72, 86],
  gender: [310, 340],
  mood: [30, 50, 10, 40, 20],
  use: [150, 130, 170, 190],
  style: [60],
  provider: [60],
};

function colour(tag: string): CSSProperties {
  const kind = getTagKind(tag);
  const vocabulary: Readonly<Record<string, readonly string[]>> = voiceTagVocabulary;
  const place = Math.max(0, vocabulary[kind]?.indexOf(tag) ?? 0);
  const hues = huesOfKind[kind];
  return { '--hue': hues[place % hues.length] } as CSSProperties;
}

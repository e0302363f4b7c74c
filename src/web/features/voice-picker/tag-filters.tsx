import { type ComponentProps, type CSSProperties, useId, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import { type VoiceTag, type VoiceTagKind, voiceTagVocabulary } from '#shared/voice-catalogue.ts';
import { useRovingIndex } from '../../lib/use-roving-index.ts';
import classes from './tag-filters.module.css';
import { countTags, getTagKind, type ListedVoice, type VoiceSearch, voiceTagKinds } from './voice-list.ts';

interface TagFiltersProps {
  readonly voices: readonly ListedVoice[];
  readonly search: VoiceSearch;
  readonly onChange: (tags: readonly VoiceTag[]) => void;
}

/** Tags to filter by. One kind is open at a time; arrow keys move among kinds and tags. */
export function TagFilters({ voices, search, onChange }: TagFiltersProps) {
  const [open, setOpen] = useState<VoiceTagKind>();
  const panel = useId();
  const getItemProps = useRovingIndex(voiceTagKinds.length);
  return (
    <div className={classes.filters}>
      <div className={classes.kinds} role="toolbar" aria-label={t(voiceListMessages.filters)}>
        {voiceTagKinds.map((kind, index) => {
          const chosen = search.tags.filter(tag => getTagKind(tag) === kind);
          return (
            <button
              key={kind}
              type="button"
              className={classes.kind}
              aria-expanded={open === kind}
              aria-controls={open === kind ? panel : undefined}
              data-chosen={chosen.length > 0}
              {...getItemProps(index, () => setOpen(open === kind ? undefined : kind))}
            >
              {t(voiceListMessages[kind])}
              {chosen.length > 0 && <span className={classes.chosen}>{chosen.join(', ')}</span>}
            </button>
          );
        })}
      </div>
      {open && (
        <TagsOfKind key={open} id={panel} kind={open} voices={voices} search={search} onChange={onChange} />
      )}
    </div>
  );
}

interface TagsOfKindProps extends TagFiltersProps {
  readonly id: string;
  readonly kind: VoiceTagKind;
}

function TagsOfKind({ id, kind, voices, search, onChange }: TagsOfKindProps) {
  const counts = countTags(voices, kind, search);
  const getItemProps = useRovingIndex(counts.length);
  const toggle = (tag: VoiceTag) =>
    onChange(search.tags.includes(tag) ? search.tags.filter(other => other !== tag) : [...search.tags, tag]);
  return (
    <div id={id} className={classes.tags} role="toolbar" aria-label={t(voiceListMessages[kind])}>
      {counts.map(({ tag, voices: count }, index) => (
        <TagToggle
          key={tag}
          tag={tag}
          voices={count}
          isPressed={search.tags.includes(tag)}
          {...getItemProps(index, () => toggle(tag))}
        />
      ))}
    </div>
  );
}

export function TagChip({ tag }: { tag: VoiceTag }) {
  return (
    <span className={classes.chip} style={colour(tag)}>
      {tag}
    </span>
  );
}

interface TagToggleProps extends Omit<ComponentProps<'button'>, 'type' | 'className' | 'children'> {
  readonly tag: VoiceTag;
  /** Voices left with this tag. */
  readonly voices: number;
  readonly isPressed: boolean;
}

function TagToggle({ tag, voices, isPressed, onClick, ...others }: TagToggleProps) {
  const isUseless = voices === 0 && !isPressed;
  return (
    <button
      type="button"
      className={classes.chip}
      style={colour(tag)}
      aria-pressed={isPressed}
      aria-disabled={isUseless || undefined}
      onClick={isUseless ? undefined : onClick}
      {...others}
    >
      {isPressed && (
        <svg className={classes.check} viewBox="0 0 24 24" aria-hidden="true">
          <path d="m4 13 5 5L20 6" />
        </svg>
      )}
      {tag} <span className={classes.count}>{voices}</span>
    </button>
  );
}

/** Hues of each kind, as angles of the OKLCH circle: blues, ochres, plums, reds and greens. */
const huesOfKind: Readonly<Record<VoiceTagKind, readonly number[]>> = {
  accent: [245, 215, 270, 230, 258],
  age: [100, 72, 86],
  gender: [310, 340],
  mood: [30, 50, 10, 40, 20],
  use: [150, 130, 170, 190],
};

/** A tag's hue is constant, and among its kind's. */
function colour(tag: VoiceTag): CSSProperties {
  const kind = getTagKind(tag) ?? 'use';
  const tags: readonly string[] = voiceTagVocabulary[kind];
  const hues = huesOfKind[kind];
  return { '--hue': hues[tags.indexOf(tag) % hues.length] } as CSSProperties;
}

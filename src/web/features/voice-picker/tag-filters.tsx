import { useId, useState } from 'react';
import type { VoiceTag, VoiceTagKind } from '#shared/voice-catalogue.ts';
import { useRovingIndex } from '../../lib/use-roving-index.ts';
import { TagToggle } from './tag-chip.tsx';
import classes from './tag-filters.module.css';
import { countTags, getTagKind, type ListedVoice, type VoiceSearch, voiceTagKinds } from './voice-list.ts';

interface TagFiltersProps {
  readonly voices: readonly ListedVoice[];
  readonly search: VoiceSearch;
  readonly onChange: (tags: readonly VoiceTag[]) => void;
}

const labels: Readonly<Record<VoiceTagKind, string>> = {
  accent: 'Accent',
  age: 'Age',
  gender: 'Gender',
  mood: 'Mood',
  use: 'Use',
};

/** Tags to filter by. One kind is open at a time; arrow keys go along the kinds, and along the tags. */
export function TagFilters({ voices, search, onChange }: TagFiltersProps) {
  const [open, setOpen] = useState<VoiceTagKind>();
  const panel = useId();
  const getItemProps = useRovingIndex(voiceTagKinds.length);
  return (
    <div className={classes.filters}>
      <div className={classes.kinds} role="toolbar" aria-label="Filter by tag">
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
              {labels[kind]}
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
    <div id={id} className={classes.tags} role="toolbar" aria-label={labels[kind]}>
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

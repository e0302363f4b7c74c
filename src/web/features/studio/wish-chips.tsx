import { useState } from 'react';
import { TextButton } from '../../components/button.tsx';
import { useRovingIndex } from '../../lib/use-roving-index.ts';
import classes from './wish-chips.module.css';
import { keepOwnWish, type OwnWishes, putBackOwnWish, wishExamples } from './wish-examples.ts';

interface WishChipsProps {
  readonly wish: string;
  readonly disabled: boolean;
  readonly onChange: (wish: string) => void;
}

/** Wishes to start from. A press fills the field, a second one empties it again or puts back what was written before. */
export function WishChips({ wish, disabled, onChange }: WishChipsProps) {
  const [own, setOwn] = useState<OwnWishes>([]);
  const getItemProps = useRovingIndex(wishExamples.length);

  function putBack() {
    const before = putBackOwnWish(own, wish);
    setOwn(before.own);
    onChange(before.wish);
  }

  function press(example: string) {
    if (disabled) return;
    if (example === wish) return putBack();
    setOwn(keepOwnWish(own, wish));
    onChange(example);
  }

  return (
    <div className={classes.examples}>
      <div className={classes.chips} role="toolbar" aria-label="Wishes to start from">
        {wishExamples.map((example, index) => (
          <button
            key={example.label}
            type="button"
            className={classes.chip}
            aria-pressed={example.wish === wish}
            aria-disabled={disabled || undefined}
            {...getItemProps(index, () => press(example.wish))}
          >
            {example.label}
          </button>
        ))}
      </div>
      {own.length > 0 && !disabled && <TextButton onClick={putBack}>Put back my words</TextButton>}
    </div>
  );
}

import { type ReactNode, useId, useState } from 'react';
import classes from './fold.module.css';

interface FoldProps {
  readonly title: ReactNode;
  readonly level?: 2 | 3 | 4;
  readonly isOpen?: boolean | undefined;
  readonly onToggle?: ((isOpen: boolean) => void) | undefined;
  readonly children: ReactNode;
}

/** A heading that opens and closes what follows. The content comes when it is first opened, and stays. */
export function Fold({ title, level = 3, isOpen: given, onToggle, children }: FoldProps) {
  const contentId = useId();
  const [own, setOwn] = useState(false);
  const isOpen = given ?? own;
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  const Heading = `h${level}` as const;
  function toggle() {
    setOwn(!isOpen);
    onToggle?.(!isOpen);
  }
  return (
    <section>
      <Heading className={classes.head}>
        <button
          type="button"
          className={classes.button}
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={toggle}
        >
          {title}
        </button>
      </Heading>
      <div id={contentId} className={classes.content} hidden={!isOpen}>
        {wasOpened && children}
      </div>
    </section>
  );
}

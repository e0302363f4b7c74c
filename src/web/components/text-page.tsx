import type { ReactNode } from 'react';
import classes from './text-page.module.css';
import { TitleCard } from './title-card.tsx';

interface TextPageProps {
  /** What the browser's tab says. */
  readonly title: string;
  /** When the page itself says it otherwise. */
  readonly heading?: string;
  /** What the title card says. */
  readonly scene: { readonly title: string; readonly hint: string };
  /** What the page is about, below its heading. */
  readonly lead: ReactNode;
  /** The ways to its sections. On a wide screen they stay in sight. */
  readonly contents?: ReactNode;
  readonly children?: ReactNode;
}

/** A page to read: title card, heading and lead at the side where there is room, else above; then its sections. */
export function TextPage({ title, heading = title, scene, lead, contents, children }: TextPageProps) {
  return (
    <div className={classes.page}>
      <title>{`${title} · Benshi`}</title>
      <div className={classes.side}>
        <div className={classes.intro}>
          <div className={classes.player} aria-hidden="true">
            <TitleCard {...scene} />
          </div>
          <div>
            <h1>{heading}</h1>
            <div className={classes.lead}>{lead}</div>
          </div>
        </div>
        {contents}
      </div>
      <div className={classes.text}>{children}</div>
    </div>
  );
}

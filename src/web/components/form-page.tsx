import type { ReactNode } from 'react';
import classes from './form-page.module.css';
import { CloseLink, PanelHead } from './panel-head.tsx';
import { TitleCard } from './title-card.tsx';

interface FormPageProps {
  readonly title: string;
  /** What the title card says. */
  readonly scene: { readonly title: string; readonly hint: string };
  /** Where its close control leads; without an address it has none. */
  readonly closesTo?: string;
  /** There is more to write on it than a line at a time. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A screen with one form: a sheet, and where there is room a dark screen beside it, on which a title card stands. */
export function FormPage({ title, scene, closesTo, isWide, children }: FormPageProps) {
  return (
    <div className={classes.screen} data-wide={isWide}>
      <title>{`${title} · Benshi`}</title>
      <div className={classes.player} aria-hidden="true">
        <TitleCard {...scene} />
      </div>
      <section className={classes.panel}>
        <PanelHead>
          <h1>{title}</h1>
          {closesTo && <CloseLink to={closesTo} />}
        </PanelHead>
        {children}
      </section>
    </div>
  );
}

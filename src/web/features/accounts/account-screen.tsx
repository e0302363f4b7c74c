import type { ReactNode } from 'react';
import { CloseLink } from '../../components/close-control.tsx';
import { TitleCard } from '../../components/title-card.tsx';
import classes from './account-screen.module.css';

interface AccountScreenProps {
  readonly title: string;
  /** What the screen beside the form says. */
  readonly scene: { readonly title: string; readonly hint: string };
  readonly children: ReactNode;
}

/** A form about an account, beside a screen on which a title card stands. */
export function AccountScreen({ title, scene, children }: AccountScreenProps) {
  return (
    <div className={classes.screen}>
      <title>{`${title} · Benshi`}</title>
      <div className={classes.stage} aria-hidden="true">
        <TitleCard {...scene} />
      </div>
      <section className={classes.sheet}>
        <div className={classes.head}>
          <h1>{title}</h1>
          <CloseLink to="/" />
        </div>
        {children}
      </section>
    </div>
  );
}

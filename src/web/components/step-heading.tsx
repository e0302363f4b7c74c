import type { ReactNode } from 'react';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import classes from './step-heading.module.css';

const strokes = {
  1: ['M4 16.5c8-1 16-1.5 24-1'],
  2: ['M8 10c6-.8 11-1 16-.7', 'M4 23c8-1 16-1.2 24-.7'],
  3: ['M6 7.5c7-.8 13-1 20-.7', 'M8.5 16c5-.7 10-.8 15-.6', 'M4 25c8-1 16-1.2 24-.7'],
} as const;

export function StepHeading({ step, id, children }: { step: 1 | 2 | 3; id?: string; children: ReactNode }) {
  return (
    <h2 className={classes.heading} id={id}>
      <svg className={classes.mark} viewBox="0 0 32 32" aria-hidden="true">
        {strokes[step].map(stroke => (
          <path key={stroke} d={stroke} />
        ))}
      </svg>
      <span className="visually-hidden">{t(pageMessages.step, { number: step })} </span>
      <span>{children}</span>
    </h2>
  );
}

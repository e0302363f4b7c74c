import { useState } from 'react';
import { castMessages as messages } from '#shared/messages/cast.ts';
import { t } from '#shared/messages/message.ts';
import type { CastMember, Line } from '#shared/narration/project.ts';
import { TextButton } from '../../../components/button.tsx';
import classes from './cast-panel.module.css';
import { describeDelivery } from './describe-delivery.ts';
import { LineDelivery } from './lazy-delivery.tsx';

interface SaidLinesProps {
  readonly lines: readonly Line[];
  readonly cast: readonly CastMember[];
}

/** The lines of a script that is edited as one text, with how each is spoken. */
export function SaidLines({ lines, cast }: SaidLinesProps) {
  const [isOpen, setOpen] = useState(false);
  const [lineId, setLineId] = useState<string>();
  const said = lines.filter(({ text }) => text.trim() !== '');
  return (
    <details className={classes.lines} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t(messages.lines)}</summary>
      {isOpen && (
        <ol>
          {said.map((line, at) => (
            <li key={line.id}>
              <span dir="auto">{line.text}</span>{' '}
              <TextButton
                aria-label={`${t(messages.editLine, { number: at + 1 })}: ${describeDelivery(line, cast) ?? t(messages.narrator)}`}
                onClick={() => setLineId(line.id)}
              >
                {describeDelivery(line, cast) ?? t(messages.narrator)}
              </TextButton>
            </li>
          ))}
        </ol>
      )}
      {lineId !== undefined && <LineDelivery lineId={lineId} onClose={() => setLineId(undefined)} />}
    </details>
  );
}

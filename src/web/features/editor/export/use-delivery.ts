import { useEffect, useRef, useState } from 'react';
import { describeFailure } from '../../../lib/describe-failure.ts';
import { noteFailure } from '../../../lib/early-errors.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import type { FormatId } from './formats.ts';
import type { DeliverySource } from './make-format.ts';

/** The browser must have read all of it before its address is taken back. */
const graceMs = 60_000;

export interface Delivery {
  /** What is being made; undefined while nothing is. */
  readonly making: string | undefined;
  /** The name of the last file that was made. */
  readonly made: string | undefined;
  /** Why the last one could not be made, for a person. */
  readonly problem: string | undefined;
  /** Makes a file and hands it to the browser, unless another one is being made. */
  deliver(format: FormatId, name: string, source: DeliverySource): void;
}

/** Makes files of a narration in this page, one at a time; it ends when the page is left. */
export function useDelivery(onDelivered: (() => void) | undefined): Delivery {
  const [outcome, setOutcome] = useState<Pick<Delivery, 'making' | 'made' | 'problem'>>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function make(format: FormatId, name: string, source: DeliverySource, signal: AbortSignal) {
    const { makeFormat } = await loadChunk('formats', () => import('./make-format.ts'));
    signal.throwIfAborted();
    const file = await makeFormat(format, source, signal);
    signal.throwIfAborted();
    save(file, name);
    onDelivered?.();
  }

  return {
    making: outcome?.making,
    made: outcome?.made,
    problem: outcome?.problem,
    deliver(format, name, source) {
      if (running.current) return;
      const controller = new AbortController();
      const { signal } = controller;
      running.current = controller;
      setOutcome({ making: name, made: undefined, problem: undefined });
      const report = (end: { made?: string; problem?: string }) => {
        running.current = undefined;
        if (!signal.aborted) setOutcome({ making: undefined, made: end.made, problem: end.problem });
      };
      make(format, name, source, signal).then(
        () => report({ made: name }),
        (error: unknown) => {
          if (!signal.aborted) noteFailure(error);
          report({ problem: describeFailure(error) });
        },
      );
    },
  };
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), graceMs);
}

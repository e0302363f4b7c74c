import { useState } from 'react';
import type { OwnScript as ReadScript } from '#shared/script/read-own-script.ts';
import { describeFailure } from '../../lib/describe-failure.ts';
import { noteFailure } from '../../lib/early-errors.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import type { Narration } from './use-narration.ts';
import type { VideoLimits } from './use-video-choice.ts';

/** The way of a script that somebody has already onto the sheet. */
export interface OwnScript {
  /** What became of the last one; undefined before, and once the text is another. */
  readonly outcome: { readonly isGood: boolean; readonly message: string } | undefined;
  /** Takes a script or subtitles from a file. */
  load(file: File): void;
  /** Makes a script with times of the subtitles that stand in the sheet. */
  convert(): void;
}

const loadReader = () => loadChunk('script reader', () => import('#shared/script/read-own-script.ts'));

/** Lets people bring a script or subtitles. It takes the place of the text at once; one step back undoes it. */
export function useOwnScript(
  { state, replaceScript }: Pick<Narration, 'state' | 'replaceScript'>,
  { maxSeconds }: Pick<VideoLimits, 'maxSeconds'>,
): OwnScript {
  const [last, setLast] = useState<OwnScript['outcome'] & { readonly script: string }>();

  function put(name: string, { script, timedLines }: ReadScript): void {
    replaceScript({ script, scriptLanguage: undefined });
    const times = timedLines === 0 ? '' : `, with the times of its ${countLines(timedLines)}`;
    const message = `Your script is now ${name}${times}. Undo takes that back.`;
    setLast({ script, isGood: true, message });
  }

  function refuse(error: unknown): void {
    noteFailure(error);
    setLast({ script: state.script, isGood: false, message: describeFailure(error) });
  }

  return {
    outcome: last?.script === state.script ? last : undefined,
    load(file) {
      const named = `“${file.name}”`;
      const read = async () => new Uint8Array(await file.arrayBuffer());
      loadReader()
        .then(({ readOwnScript }) => readOwnScript({ size: file.size, read }, named, maxSeconds))
        .then(own => put(named, own), refuse);
    },
    convert() {
      const { script } = state;
      const noTimes =
        'This text has no subtitles that we can read. Each needs a line like 00:00:12,000 --> 00:00:15,000.';
      loadReader()
        .then(({ readOwnText }) => readOwnText(script, maxSeconds))
        .then(own => {
          if (own) put('what you pasted', own);
          else setLast({ script, isGood: false, message: noTimes });
        })
        .catch(refuse);
    },
  };
}

function countLines(count: number): string {
  return count === 1 ? '1 line' : `${count.toLocaleString('en')} lines`;
}

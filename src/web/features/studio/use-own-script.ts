import { useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import type { OwnScript as ReadScript } from '#shared/narration/formats/read-own-script.ts';
import { describeFailure } from '../../lib/describe-failure.ts';
import { noteFailure } from '../../lib/early-errors.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import type { Narration } from './use-narration.ts';
import type { VideoLimits } from './use-video-choice.ts';

/** Opens a script that somebody already has. */
export interface OwnScript {
  /** The outcome of the last one; undefined before, and once the text is another. */
  readonly outcome: { readonly isGood: boolean; readonly message: string } | undefined;
  /** Takes a script or subtitles from a file. */
  load(file: File): void;
  /** Makes a timed script of the subtitles in the script field. */
  convert(): void;
}

const loadReader = () =>
  loadChunk('script reader', () => import('#shared/narration/formats/read-own-script.ts'));

/** Lets people open a script or subtitles. It replaces the script at once; one Undo restores it. */
export function useOwnScript(
  { state, replaceScript }: Pick<Narration, 'state' | 'replaceScript'>,
  { maxSeconds }: Pick<VideoLimits, 'maxSeconds'>,
): OwnScript {
  const [last, setLast] = useState<OwnScript['outcome'] & { readonly script: string }>();

  function put({ script }: ReadScript, message: string): void {
    replaceScript({ script, scriptLanguage: undefined });
    setLast({ script, isGood: true, message });
  }

  function refuse(error: unknown): void {
    noteFailure(error);
    setLast({ script: state.script, isGood: false, message: describeFailure(error) });
  }

  return {
    outcome: last?.script === state.script ? last : undefined,
    load(file) {
      const { name } = file;
      const read = async () => new Uint8Array(await file.arrayBuffer());
      loadReader()
        .then(({ readOwnScript }) => readOwnScript({ size: file.size, read }, `“${name}”`, maxSeconds))
        .then(own => put(own, describeOpened(name, own)), refuse);
    },
    convert() {
      const { script } = state;
      loadReader()
        .then(({ readOwnText }) => readOwnText(script, maxSeconds))
        .then(own => {
          if (own?.timedLines) put(own, t(studioMessages.converted, { count: own.timedLines }));
          else setLast({ script, isGood: false, message: t(studioMessages.noSubtitles) });
        })
        .catch(refuse);
    },
  };
}

function describeOpened(name: string, { timedLines: count }: ReadScript): string {
  if (count === 0) return t(studioMessages.scriptOpened, { name });
  return t(studioMessages.timedScriptOpened, { name, count });
}

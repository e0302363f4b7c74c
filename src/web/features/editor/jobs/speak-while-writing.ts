import { isTimed, type Line, type Narration } from '#shared/narration/project.ts';
import { noteFailure } from '../../../lib/early-errors.ts';
import { type Editor, getVoice } from '../store/editor.ts';
import { findLineSound, getNarration } from '../store/select.ts';
import { orderLines, planSpeaking } from './speak.ts';
import { addLineSound } from './take-line.ts';

/**
 * Speaks lines while others are still being written: those that are complete, in one call at a time, so that the first is heard as
 * soon as it can be. What fails is spoken later by Generate Audio.
 */
export class SpeakerWhileWriting {
  readonly #editor: Editor;
  readonly #signal: AbortSignal;
  readonly #asked = new Set<string>();
  #running: Promise<void> | undefined;
  #hasFailed = false;

  constructor(editor: Editor, signal: AbortSignal) {
    this.#editor = editor;
    this.#signal = signal;
  }

  /** @param isWhole the last line is complete, too */
  speakComplete(isWhole: boolean): void {
    if (this.#running || this.#hasFailed || this.#signal.aborted) return;
    const narration = getNarration(this.#editor.store.getState());
    if (!narration || !isTimed(narration) || !getVoice(this.#editor)) return;
    const complete = isWhole ? narration.lines : narration.lines.slice(0, -1);
    const due = complete.filter(line => line.text.trim() !== '' && !this.#asked.has(line.id));
    if (due.length === 0) return;
    for (const { id } of due) this.#asked.add(id);
    this.#running = this.#speak(narration, due)
      .catch((error: unknown) => {
        if (!this.#signal.aborted) noteFailure(error);
        this.#hasFailed = true;
      })
      .finally(() => {
        this.#running = undefined;
        this.speakComplete(isWhole);
      });
  }

  /** Resolves once all lines were spoken, or one has failed. */
  async finish(): Promise<void> {
    this.speakComplete(true);
    while (this.#running) {
      await this.#running;
      this.speakComplete(true);
    }
  }

  async #speak(narration: Narration, lines: readonly Line[]): Promise<void> {
    const state = this.#editor.store.getState();
    const findSound = (line: Line) => findLineSound(state, narration, line);
    const due = lines.map(({ id }) => id);
    const wanted = { ...planSpeaking(narration, findSound, due), shorten: false, signal: this.#signal };
    await orderLines(this.#editor, narration, wanted, spoken =>
      addLineSound(this.#editor, { ...state, narration }, spoken),
    );
  }
}

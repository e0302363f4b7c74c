import { apply, type Command } from '#shared/narration/commands.ts';
import { createId, type Line, type Narration, type Project } from '#shared/narration/project.ts';
import { listUntranslated } from '#shared/narration/translations.ts';
import type { EditorStore, Snapshot } from '../model/editor-state.ts';
import type { Target } from './plan-languages.ts';

/**
 * Puts a translation into the document as it comes. Nobody undoes that; and who undoes what they did meanwhile does not lose it.
 */
export class TranslationWriter {
  readonly #store: EditorStore;
  readonly #sourceId: string;
  #source: Narration | undefined;
  #before: Narration | undefined;
  readonly #target: Target;
  readonly #narrationId: string;
  #isBegun: boolean;
  /** Steps of undo from before the work: what they bring back had its own translation. */
  readonly #stepsBefore: ReadonlySet<Snapshot>;
  /** Lines without text wait for the first with one: until then there is no translation. */
  readonly #texts = new Map<string, string>();

  /** To be made when the work begins. */
  constructor(store: EditorStore, sourceId: string, target: Target) {
    this.#store = store;
    this.#sourceId = sourceId;
    this.#target = target;
    this.#narrationId = target.narrationId ?? createId();
    this.#isBegun = target.narrationId !== undefined;
    const { past, future } = store.getState();
    this.#stepsBefore = new Set([...past, ...future]);
  }

  /** The translation as it is now; undefined before its first line, and once it was deleted. */
  find(): Narration | undefined {
    return this.#find(this.#narrationId);
  }

  #find(narrationId: string): Narration | undefined {
    return this.#store.getState().project.narrations.find(({ id }) => id === narrationId);
  }

  /** The original as it is now, and the lines of it that are to be sent: also those without text, which belong to it, too. */
  begin(): { readonly source: Narration; readonly lines: readonly Line[] } | undefined {
    this.#source = this.#find(this.#sourceId);
    const translation = this.find();
    this.#before = translation;
    if (!this.#source || (this.#isBegun && !translation)) return undefined;
    const lines = translation ? listUntranslated(this.#source, translation) : this.#source.lines;
    return { source: this.#source, lines };
  }

  /** Takes the translation of a line, unless a person changed the line, or its translation, since it was sent. */
  take(lineId: string, text: string): void {
    const findText = (narration: Narration | undefined, field: 'id' | 'sourceLineId') =>
      narration?.lines.find(line => line[field] === lineId)?.text;
    const original = findText(this.#find(this.#sourceId), 'id');
    if (original === undefined || original !== findText(this.#source, 'id')) return;
    if (findText(this.find(), 'sourceLineId') !== findText(this.#before, 'sourceLineId')) return;
    this.#texts.set(lineId, text);
    if (text === '') return;
    const texts = new Map(this.#texts);
    this.#texts.clear();
    const narrationId = this.#narrationId;
    if (this.#isBegun) {
      this.#run({ type: 'updateTranslation', narrationId, texts });
      return;
    }
    this.#isBegun = true;
    const { language } = this.#target;
    this.#run({ type: 'translate', narrationId: this.#sourceId, newId: narrationId, language, texts });
    // The name of the original would not tell them apart.
    this.change({ name: '' });
  }

  change(changes: Extract<Command, { readonly type: 'changeNarration' }>['changes']): void {
    this.#run({ type: 'changeNarration', narrationId: this.#narrationId, changes });
  }

  readonly rewrite = ({ id: narrationId }: Narration, texts: ReadonlyMap<string, string>): void =>
    this.#run({ type: 'rewriteLines', narrationId, texts });

  /** Also in the steps of undo of meanwhile, which have what was translated by then. */
  #run(command: Command): void {
    // Lines that are added have the same ids in all of them.
    const ids: string[] = [];
    const applyTo = (project: Project) => {
      let at = 0;
      const makeId = () => {
        ids[at] ??= createId();
        return ids[at++] ?? '';
      };
      return apply(project, command, makeId);
    };
    this.#store.setState(state => {
      const project = applyTo(state.project);
      if (project === state.project) return state;
      const keep = (step: Snapshot): Snapshot => {
        const isKept =
          this.#stepsBefore.has(step) || !step.narrations.some(({ id }) => id === this.#narrationId);
        if (isKept) return step;
        return { ...step, narrations: applyTo({ ...project, narrations: step.narrations }).narrations };
      };
      return { project, past: state.past.map(keep), future: state.future.map(keep) };
    });
  }
}

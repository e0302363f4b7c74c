import { apply, type Command } from '#shared/narration/commands.ts';
import { type RunOptions, runChange } from './change-document.ts';
import type { EditorStore } from './editor-state.ts';

/** Runs any command; one Undo takes it back. Not part of the first load. */
export function runLate(store: EditorStore, command: Command, options?: RunOptions): void {
  runChange(store, project => apply(project, command), options);
}

/** Runs any command that nobody undoes. */
export function runLateUnremembered(store: EditorStore, command: Command): void {
  store.setState(({ project }) => ({ project: apply(project, command) }));
}

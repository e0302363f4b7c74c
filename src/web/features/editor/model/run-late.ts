import { apply, type Command } from '#shared/narration/commands.ts';
import { type RunOptions, runChange } from './change-document.ts';
import type { EditorStore } from './editor-state.ts';

/** Runs any command; one Undo takes it back. Not part of the first load. */
export function runLate(store: EditorStore, command: Command, options?: RunOptions): void {
  runChange(store, project => apply(project, command), options);
}

/** `Omit` of each member of a union. */
type WithoutNarration<Each> = Each extends { narrationId: string } ? Omit<Each, 'narrationId'> : never;

/** Runs a command on the narration that is shown; without one, nothing. */
export function runOnNarration(
  store: EditorStore,
  command: WithoutNarration<Command>,
  options?: RunOptions,
): void {
  const { narrationId } = store.getState();
  if (narrationId !== undefined) runLate(store, { ...command, narrationId } as Command, options);
}

/** Runs any command that nobody undoes. */
export function runLateUnremembered(store: EditorStore, command: Command): void {
  store.setState(({ project }) => ({ project: apply(project, command) }));
}

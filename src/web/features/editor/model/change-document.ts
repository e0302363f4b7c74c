import { apply, type Command } from '#shared/narration/commands.ts';
import { applyEarly, type EarlyCommand } from '#shared/narration/early-commands.ts';
import {
  createNarration,
  type Narration,
  type NarrationStyle,
  type Project,
} from '#shared/narration/project.ts';
import { isTimedScript, parseTimedScript } from '#shared/narration/timed-text.ts';
import type { EditorState, EditorStore, Snapshot } from './editor-state.ts';
import { getNarration, getScript } from './select.ts';

/** Far more than anybody goes back; documents share what did not change. */
const maxSteps = 200;

interface RunOptions {
  /** Commands of the same group in a row are undone together. */
  readonly group?: string | undefined;
}

/** Runs a command; one Undo takes it back. Commands of other kinds: see `run-late.ts`. */
export function run(store: EditorStore, command: EarlyCommand, options: RunOptions = {}): void {
  runChange(store, project => applyEarly(project, command), options);
}

/** Changes the document; one Undo takes it back. */
function runChange(
  store: EditorStore,
  change: (project: Project) => Project,
  { group }: RunOptions = {},
): void {
  store.setState(state => {
    const project = change(state.project);
    if (project === state.project) return state;
    const isSaid = isOtherSaid(project, state.project);
    if (project.narrations === state.project.narrations)
      return { ...state, ...(isSaid && remember(state, group, 'said')), project };
    const part = isSaid ? 'both' : undefined;
    return { ...state, ...remember(state, group, part), project, isChanged: true, lastEnd: undefined };
  });
}

function isOtherSaid(one: Project, other: Project): boolean {
  return one.transcript !== other.transcript || one.cast !== other.cast || one.glossary !== other.glossary;
}

/** Runs a command that nobody undoes: what a job does to its own narration, or what was seen. */
export function runUnremembered(store: EditorStore, command: EarlyCommand): void {
  store.setState(state => {
    const project = applyEarly(state.project, command);
    return project === state.project ? state : { ...state, project };
  });
}

/** Changes how a narration is spoken or mixed; nobody undoes that. */
export function changeSettings(
  store: EditorStore,
  narration: Narration,
  changed: Narration['settings'],
): void {
  const settings = { ...narration.settings, ...changed };
  runUnremembered(store, { type: 'changeNarration', narrationId: narration.id, changes: { settings } });
}

export function addNarration(store: EditorStore, given: Parameters<typeof createNarration>[0]): Narration {
  const narration = createNarration(given);
  store.setState(state => ({
    ...state,
    ...(getNarration(state) && remember(state)),
    project: applyEarly(state.project, { type: 'addNarration', narration }),
    narrationId: narration.id,
    selectedLineId: undefined,
    isChanged: false,
  }));
  return narration;
}

export function showNarration(store: EditorStore, narrationId: string): void {
  store.setState(state =>
    state.narrationId === narrationId
      ? state
      : {
          ...state,
          narrationId,
          selectedLineId: undefined,
          group: undefined,
          isChanged: false,
          lastEnd: undefined,
        },
  );
}

/**
 * Opens another document, without the steps and the video of the one before.
 * @param beside what else changes with it
 */
export function openDocument(store: EditorStore, project: Project, beside: Partial<EditorState> = {}): void {
  store.setState(state => ({
    ...state,
    project,
    narrationId: project.narrations.at(-1)?.id,
    video: undefined,
    refusal: undefined,
    lostVideo: undefined,
    past: [],
    future: [],
    group: undefined,
    isChanged: false,
    selectedLineId: undefined,
    lastEnd: undefined,
    progress: 0,
    heard: undefined,
    otherTexts: [],
    comments: [],
    keeping: {
      ...state.keeping,
      interrupted: undefined,
      // That was the other one.
      account: state.keeping.account === 'saved' ? undefined : state.keeping.account,
    },
    ...beside,
  }));
}

/** Takes the last step back; with none there, nothing. */
export function undo(store: EditorStore): void {
  store.setState(state => {
    const step = state.past.at(-1);
    if (!step) return state;
    const future = [...state.future, takeSnapshot(state, step.part)];
    return { ...state, ...restore(state, step), past: state.past.slice(0, -1), future };
  });
}

export function redo(store: EditorStore): void {
  store.setState(state => {
    const step = state.future.at(-1);
    if (!step) return state;
    const past = [...state.past, takeSnapshot(state, step.part)];
    return { ...state, ...restore(state, step), past, future: state.future.slice(0, -1) };
  });
}

function remember(
  state: EditorState,
  group?: string,
  part?: Snapshot['part'],
): Pick<EditorState, 'past' | 'future' | 'group'> {
  const step = state.past.at(-1);
  if (step && group !== undefined && group === state.group) {
    if (part === step.part || step.part === 'both') return { past: state.past, future: [], group };
    // What the step has not changed until now is as it was before the step.
    const now = takeSnapshot(state, 'both');
    const both =
      step.part === 'said' ? { ...now, said: step.said } : { ...step, part: now.part, said: now.said };
    return { past: state.past.with(-1, both), future: [], group };
  }
  return { past: [...state.past, takeSnapshot(state, part)].slice(-maxSteps), future: [], group };
}

function takeSnapshot({ project, narrationId }: EditorState, part: Snapshot['part']): Snapshot {
  const { narrations, transcript, cast, glossary } = project;
  return { narrations, narrationId, part, ...(part && { said: { transcript, cast, glossary } }) };
}

/** A narration that was added since stays among the versions: it may have cost something. */
function restore(
  state: EditorState,
  { narrations, narrationId, part, said }: Snapshot,
): Partial<EditorState> {
  if (part === 'said') return { project: { ...state.project, ...said }, group: undefined };
  const known = new Set(narrations.map(({ id }) => id));
  const added = state.project.narrations.filter(({ id }) => !known.has(id));
  // As other machines place them.
  const byAge = [...narrations, ...added].sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  const project = {
    ...state.project,
    ...said,
    narrations: added.length > 0 ? byAge : narrations,
  };
  return { project, narrationId, group: undefined, isChanged: true, lastEnd: undefined };
}

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

/** An edit that comes later than this after the one before is a step of its own. */
const pauseMs = 1000;
/** Nor does one step take longer than this, however steadily somebody writes. */
const longestStepMs = 5000;

interface Typing {
  readonly group: string;
  readonly beganMs: number;
  readonly lastMs: number;
  readonly field: string;
  readonly isGrowing: boolean;
}

let typing: Typing | undefined;

/** What is typed in a field without a pause is one step of undo; what is pasted or dictated is one each. */
export function findGroup(
  field: string,
  before: string,
  after: string,
  nowMs = performance.now(),
): string | undefined {
  const isTyped = Math.abs(after.length - before.length) <= 1;
  const isGrowing = after.length >= before.length;
  const goesOn =
    isTyped &&
    typing?.field === field &&
    typing.isGrowing === isGrowing &&
    nowMs - typing.lastMs < pauseMs &&
    nowMs - typing.beganMs < longestStepMs;
  if (!isTyped) typing = undefined;
  else if (goesOn && typing) typing = { ...typing, lastMs: nowMs };
  else typing = { group: `typing ${nowMs}`, beganMs: nowMs, lastMs: nowMs, field, isGrowing };
  return typing?.group;
}

/**
 * Takes the text of the script field. A text with times becomes lines with times; the first text makes a narration, and an empty one
 * may become one in any language.
 */
export function typeScript(store: EditorStore, text: string): void {
  const state = store.getState();
  const narration = getNarration(state);
  const style = state.form.style;
  const before = narration ? getScript(state.project, narration) : '';
  // What one gesture changes in two commands is one step, too.
  const group = findGroup('script', before, text) ?? `text ${performance.now()}`;
  if (isTimedScript(text)) {
    const lines = parseTimedScript(text).cues.map(({ startSeconds, text: said }) => ({
      startMs: Math.round(startSeconds * 1000),
      text: said,
      origin: 'imported' as const,
    }));
    const timedStyle = style === 'continuous' ? 'timed' : style;
    const { id: narrationId } = narration ?? addOwnNarration(store, timedStyle);
    run(
      store,
      { type: 'changeNarration', narrationId, changes: { style: timedStyle, language: undefined } },
      { group },
    );
    run(store, { type: 'replaceLines', narrationId, lines }, { group });
    store.setState(after => ({ selectedLineId: getNarration(after)?.lines[0]?.id }));
    return;
  }
  const { id: narrationId } = narration ?? addOwnNarration(store, 'continuous');
  run(store, { type: 'replaceText', narrationId, text }, { group });
  if (text.trim() === '')
    run(
      store,
      { type: 'changeNarration', narrationId, changes: { language: undefined, writer: undefined } },
      { group },
    );
}

function addOwnNarration(store: EditorStore, style: NarrationStyle) {
  const { prompt, voice } = store.getState().form;
  return addNarration(store, { style, prompt, settings: { voice } });
}

import {
  type CheckedDescription,
  checkDescription,
  listUnchecked,
} from '#shared/checks/check-description.ts';
import type { LineCheck } from '#shared/checks/line-check.ts';
import { getDescriptionKind } from '#shared/narration/project.ts';
import type { EditorState } from '../store/editor-state.ts';
import { getNarration } from '../store/select.ts';
import { getLineStates, getSpokenLanguage } from './line-states.ts';
import { getDescriptionPlan } from './list-lines.ts';

export interface DescriptionChecks {
  readonly all: readonly LineCheck[];
  /** By line id; the same list while nothing of it changes. */
  readonly byLine: ReadonlyMap<string, readonly LineCheck[]>;
  /** Sentences. */
  readonly unchecked: readonly string[];
}

const none: DescriptionChecks = { all: [], byLine: new Map(), unchecked: [] };
let last: { readonly of: readonly unknown[]; readonly checks: DescriptionChecks } | undefined;

/** What is wrong with the lines of the audio description that is shown; nothing for a narration. */
export function getChecks(state: EditorState): DescriptionChecks {
  const narration = getNarration(state);
  if (!narration || !getDescriptionKind(narration)) return none;
  const states = getLineStates(state);
  const { cast, transcript, observations } = state.project;
  const language = getSpokenLanguage(narration, state);
  const of = [states, cast, transcript, observations, language];
  if (last && of.every((each, at) => each === last?.of[at])) return last.checks;
  const plan = getDescriptionPlan(states);
  const described = { lines: narration.lines, language, plan, cast, transcript, observations };
  last = { of, checks: listChecks(described, last?.checks ?? none) };
  return last.checks;
}

function listChecks(described: CheckedDescription, before: DescriptionChecks): DescriptionChecks {
  const all = checkDescription(described);
  const byLine = new Map<string, readonly LineCheck[]>();
  for (const check of all)
    if (check.lineId !== undefined) byLine.set(check.lineId, [...(byLine.get(check.lineId) ?? []), check]);
  for (const [lineId, checks] of byLine) {
    const known = before.byLine.get(lineId);
    if (known && isSame(known, checks)) byLine.set(lineId, known);
  }
  return { all, byLine, unchecked: listUnchecked(described) };
}

function isSame(one: readonly LineCheck[], other: readonly LineCheck[]): boolean {
  const keys = ['rule', 'message', 'wish', 'isAccepted'] as const;
  return (
    one.length === other.length &&
    one.every((check, at) => keys.every(key => check[key] === other[at]?.[key]))
  );
}

import { checkDescription, listUnchecked } from '#shared/checks/check-description.ts';
import type { LineCheck } from '#shared/checks/line-check.ts';
import type { LanguageName } from '#shared/languages.ts';
import { getDescriptionKind, type Narration, type Project } from '#shared/narration/project.ts';
import { rememberLast } from '../../../lib/remember-last.ts';
import type { EditorState } from './editor-state.ts';
import { getDescriptionPlan, getLineStates, getSpokenLanguage, type LineState } from './line-states.ts';
import { getNarration } from './select.ts';

export interface DescriptionChecks {
  readonly all: readonly LineCheck[];
  /** By line id; the same list while nothing of it changes. */
  readonly byLine: ReadonlyMap<string, readonly LineCheck[]>;
  readonly unchecked: readonly string[];
}

const none: DescriptionChecks = { all: [], byLine: new Map(), unchecked: [] };

/** What is wrong with the lines of the audio description that is shown; nothing for a narration. */
export function getChecks(state: EditorState): DescriptionChecks {
  const narration = getNarration(state);
  if (!narration || !getDescriptionKind(narration)) return none;
  const { cast, transcript, observations } = state.project;
  const language = getSpokenLanguage(narration, state);
  return listChecks(getLineStates(state), language, cast, transcript, observations, narration.untold);
}

type Inputs = [
  states: readonly LineState[],
  language: LanguageName,
  cast: Project['cast'],
  transcript: Project['transcript'],
  observations: Project['observations'],
  untold: Narration['untold'],
];

const listChecks = rememberLast((inputs: Inputs, before = none): DescriptionChecks => {
  const [states, language, cast, transcript, observations, untold] = inputs;
  const lines = states.map(({ line }) => line);
  const described = {
    lines,
    language,
    plan: getDescriptionPlan(states),
    cast,
    transcript,
    observations,
    untold,
  };
  const all = checkDescription(described);
  const byLine = new Map<string, readonly LineCheck[]>();
  for (const check of all)
    if (check.lineId !== undefined) byLine.set(check.lineId, [...(byLine.get(check.lineId) ?? []), check]);
  for (const [lineId, checks] of byLine) {
    const known = before.byLine.get(lineId);
    if (known && isSame(known, checks)) byLine.set(lineId, known);
  }
  return { all, byLine, unchecked: listUnchecked(described) };
});

function isSame(one: readonly LineCheck[], other: readonly LineCheck[]): boolean {
  const keys = ['rule', 'message', 'wish', 'isAccepted'] as const;
  return (
    one.length === other.length &&
    one.every((check, at) => keys.every(key => check[key] === other[at]?.[key]))
  );
}

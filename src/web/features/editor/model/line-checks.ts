import { checkDescription, listUnchecked } from '#shared/checks/check-description.ts';
import type { LineCheck } from '#shared/checks/line-check.ts';
import type { LanguageName } from '#shared/languages.ts';
import { isSame } from '#shared/narration/find-changes.ts';
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

export function getChecks(state: EditorState): DescriptionChecks {
  const narration = getNarration(state);
  if (!narration || !getDescriptionKind(narration)) return none;
  const { cast, transcript, observations } = state.project;
  const language = getSpokenLanguage(narration, state);
  return listChecks(getLineStates(state), language, cast, transcript, observations, narration.untold);
}

const listChecks = rememberLast(listChecksAnew);
let last = none.byLine;

function listChecksAnew(
  states: readonly LineState[],
  language: LanguageName,
  cast: Project['cast'],
  transcript: Project['transcript'],
  observations: Project['observations'],
  untold: Narration['untold'],
): DescriptionChecks {
  const lines = states.map(({ line }) => line);
  const plan = getDescriptionPlan(states);
  const described = { lines, language, plan, cast, transcript, observations, untold };
  const all = checkDescription(described);
  const byLine = new Map<string, readonly LineCheck[]>();
  for (const [lineId, checks] of Map.groupBy(all, check => check.lineId)) {
    if (lineId === undefined) continue;
    const known = last.get(lineId);
    byLine.set(lineId, known && isSame(known, checks) ? known : checks);
  }
  last = byLine;
  return { all, byLine, unchecked: listUnchecked(described) };
}

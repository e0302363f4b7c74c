import { type CutComparison, keepEverything } from '#shared/narration/new-cut.ts';
import type { ProjectVideo } from '#shared/narration/project.ts';
import { type CutEntry, type NewCutPlan, planNewCut } from '#shared/narration/replace-video.ts';
import { printShortTime } from '#shared/script/time-format.ts';
import { compareVideo, type VideoPaths } from './compare-video.ts';
import { openProjectDocument } from './open-document.ts';
import type { Parts } from './open-parts.ts';
import type { Replacing } from './options.ts';
import { badRequest, reportStatus } from './report-status.ts';
import { writeNewParts } from './write-new-parts.ts';

/** Another film has hardly a part in common; a new cut has most. */
const leastAlike = 0.2;

type Order = Replacing & VideoPaths & Parameters<typeof writeNewParts>[0];

/**
 * Moves the narrations of a project to a new cut of its video, and says what became of the lines; then writes lines for new parts, if
 * they are wanted.
 * @returns how much is alike, undefined if there was nothing to compare with
 * @throws CodedError `bad_request` for a video that looks different or cannot be compared, unless it is taken anyway. Nothing is written
 * then, or if it is cancelled while it compares. As `compareVideo` and `writeNewParts`
 */
export async function replaceVideo(order: Order, parts: Parts) {
  const document = await openProjectDocument(order.projectPath, parts.signal);
  const { video: known } = document.project;
  if (!known) throw badRequest(`${order.projectPath} has no video that could be replaced.`);
  const { video, comparison } = await compareVideo(known, order, parts);
  const isCut = comparison !== undefined && comparison.alike >= leastAlike;
  if (!(isCut || order.isAnyway)) throw refuseVideo(known, video, comparison);
  const cutParts = isCut ? comparison.parts : keepEverything(known.durationMs, video.durationMs);
  const plan = planNewCut(document.project, cutParts);
  await document.change({ type: 'replaceVideo', video, parts: cutParts });
  reportStatus(printCutPlan(plan));
  if (order.writesNew) await writeNewParts(order, document, parts);
  return { plan, alike: comparison?.alike };
}

function refuseVideo(known: ProjectVideo, video: ProjectVideo, comparison: CutComparison | undefined) {
  const [before, now] = [known, video].map(({ durationMs }) => printShortTime(durationMs / 1000));
  const why = comparison
    ? `${video.name} looks like a different video (${Math.round(comparison.alike * 100)} % alike).`
    : `${known.name} cannot be compared: it is neither beside the project file nor beside ${video.name}. It lasted ${before}; ${video.name} lasts ${now}.`;
  return badRequest(`${why} Add --anyway to take ${video.name}: all lines keep their times.`);
}

/** The entries, a sentence each; lines that move by as much are one. */
export function listCutRows({ entries }: NewCutPlan): string[] {
  const offsetOf = ({ oldMs = 0, nowMs = 0 }: CutEntry) => Math.round((nowMs - oldMs) / 100);
  const keyOf = (entry: CutEntry) =>
    entry.kind === 'moved' ? `${entry.narrationId} ${offsetOf(entry)}` : entry;
  return [...Map.groupBy(entries, keyOf).values()].map(printGroup);
}

const maxTextLetters = 60;

function printGroup(group: readonly CutEntry[]): string {
  const [{ kind, text = '', span, reason, ...first }, last] = [
    group[0] as CutEntry,
    group.at(-1) as CutEntry,
  ];
  const range = (...times: (number | undefined)[]) =>
    [...new Set(times)].flatMap(ms => (ms === undefined ? [] : printShortTime(ms / 1000))).join('–');
  const places = [
    range(first.oldMs, last.oldMs),
    range(first.nowMs ?? span?.fromMs, last.nowMs ?? span?.toMs),
  ];
  const letters = [...text];
  const short = letters.length > maxTextLetters ? `${letters.slice(0, maxTextLetters).join('')}…` : text;
  const what = group.length > 1 ? `${group.length} lines` : short;
  const columns = [
    kind.padEnd('to check'.length),
    places.filter(Boolean).join(' → '),
    what,
    reason && `(${reason})`,
  ];
  return columns.filter(Boolean).join('  ');
}

export function printCutPlan(plan: NewCutPlan): string {
  const { moved, gone, toCheck, newMs } = plan.counts;
  const counts = [
    moved > 0 && `${moved} ${moved === 1 ? 'line' : 'lines'} moved`,
    gone > 0 && `${gone} gone`,
    toCheck > 0 && `${toCheck} to check`,
    newMs > 0 && `${Math.round(newMs / 1000)} s new`,
  ];
  return [...listCutRows(plan), counts.filter(Boolean).join(', ') || 'No line moves.'].join('\n');
}

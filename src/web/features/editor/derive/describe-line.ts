import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { findLineExcess, judgeLine, type LineNeed, printSeconds } from './judge-line.ts';

/** What a line needs of its available duration, such as "about 4.1 of 5.0 s"; of a line without words what it has. */
export function describeNeed({ needSeconds, availableSeconds, isSpoken }: LineNeed): string {
  const [need, available] = [needSeconds.toFixed(1), availableSeconds.toFixed(1)];
  // As much as one decimal shows.
  const hasTime = availableSeconds >= 0.05;
  const { available: onlyAvailable, noTime, needNoTime, needNoTimeEstimate } = lineEditorMessages;
  if (needSeconds === 0) return hasTime ? t(onlyAvailable, { available }) : t(noTime);
  if (!hasTime) return t(isSpoken ? needNoTime : needNoTimeEstimate, { need });
  return t(isSpoken ? lineEditorMessages.need : lineEditorMessages.needEstimate, { need, available });
}

/** How a line fits, such as "2.0 s too long"; undefined where there is nothing to say. */
export function describeFit(line: LineNeed): string | undefined {
  const { kind } = judgeLine(line);
  if (kind === 'faster') return t(lineEditorMessages.faster);
  if (kind === 'waits')
    return t(lineEditorMessages.videoPauses, { seconds: printSeconds(line.waitSeconds ?? 0) });
  if (kind !== 'too long') return undefined;
  if (line.leftOut !== undefined) return t(lineEditorMessages.leftOut);
  return t(lineEditorMessages.tooLong, { seconds: printSeconds(findLineExcess(line)) });
}

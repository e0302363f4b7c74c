import { cleanRow, type SubtitleCue } from './subtitle-cue.ts';

/** Frames and ticks per second; the standard's defaults if a file does not state them. */
interface Rates {
  readonly frames: number;
  readonly ticks: number;
}

/** When an element is shown; those in it count from its base. */
interface Times {
  readonly baseSeconds: number;
  /** Undefined where nothing says so. */
  readonly startSeconds?: number | undefined;
  readonly endSeconds?: number | undefined;
  /** It says itself when it begins. */
  readonly isOwn?: boolean;
  readonly speaker?: string | undefined;
}

/**
 * Reads TTML, DFXP and DAPT: the paragraphs that have times, on themselves, on their spans or on what is around them.
 * https://www.w3.org/TR/ttml2/#timing-value-time-expression
 */
export function readTtml(text: string): SubtitleCue[] {
  const [head = ''] = text.split(/<(?:[\w-]+:)?body[\s>]/u);
  const readRate = (name: string) => Number(readAttribute(head, `ttp:${name}`));
  const rates = { frames: readRate('frameRate') || 30, ticks: readRate('tickRate') || 1 };
  const agents = listAgents(head);
  const open: (Times & { readonly name: string; readonly from: number })[] = [];
  const cues: SubtitleCue[] = [];
  const close = (index: number) => {
    const closed = open.pop();
    if (closed?.name !== 'p') return;
    for (const cue of readParagraph(text.slice(closed.from, index), closed, rates))
      cues.push({ ...cue, speaker: closed.speaker });
  };
  const tags = text.matchAll(/<(\/?)(?:[\w-]+:)?(body|div|p)((?:\s[^<>]*)?)>/gu);
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', index } of tags) {
    if (attributes.endsWith('/')) continue;
    if (slash) {
      if (open.at(-1)?.name === name) close(index);
      continue;
    }
    // A paragraph has none in it: the one before was left open, and what is in it is read once.
    if (open.at(-1)?.name === 'p') close(index);
    const speaker = agents.get(readAttribute(attributes, 'ttm:agent')) ?? open.at(-1)?.speaker;
    open.push({ ...readTimes(attributes, open.at(-1), rates), speaker, name, from: index + tag.length });
  }
  return cues;
}

/** Characters by their ids. https://www.w3.org/TR/ttml2/#metadata-vocabulary-agent */
function listAgents(head: string): ReadonlyMap<string, string> {
  const agents = head.matchAll(/<ttm:agent(\s[^<>]*)>\s*<ttm:name[^<>]*>([^<>]*)</gu);
  return new Map(
    Array.from(agents, ([, attributes = '', name = '']) => [
      readAttribute(attributes, 'xml:id'),
      cleanRow(name),
    ]),
  );
}

function readTimes(attributes: string, around: Times = { baseSeconds: 0 }, rates: Rates): Times {
  const read = (name: string) => readTime(readAttribute(attributes, name), rates);
  const [begin, end, dur] = [read('begin'), read('end'), read('dur')];
  const baseSeconds = around.baseSeconds + (begin ?? 0);
  return {
    baseSeconds,
    startSeconds: begin === undefined ? around.startSeconds : baseSeconds,
    endSeconds: end !== undefined ? around.baseSeconds + end : dur ? baseSeconds + dur : around.endSeconds,
    isOwn: begin !== undefined,
  };
}

function readParagraph(content: string, times: Times, rates: Rates): SubtitleCue[] {
  const parts = times.isOwn
    ? []
    : Array.from(content.matchAll(/<(?:[\w-]+:)?span(\s[^<>]*)>/gu), ([, attributes = '']) =>
        readTimes(attributes, times, rates),
      );
  const { startSeconds } = parts[0] ?? times;
  if (startSeconds === undefined) return [];
  const { endSeconds = startSeconds } = parts.at(-1) ?? times;
  return [{ startSeconds: round(startSeconds), endSeconds: round(endSeconds), rows: readRows(content) }];
}

function readAttribute(markup: string, name: string): string {
  const [, behind = ''] = ` ${markup.replace(/\s/gu, ' ')}`.split(` ${name}=`);
  return behind.slice(1).split(behind.charAt(0))[0] ?? '';
}

function readTime(written: string, { frames, ticks }: Rates): number | undefined {
  const clock = /^(\d+):(\d+):(\d+(?:\.\d+)?)(?::(\d+))?$/u.exec(written);
  if (clock) {
    const [hours = 0, minutes = 0, seconds = 0, frame = 0] = clock.slice(1).map(each => Number(each ?? 0));
    return hours * 3600 + minutes * 60 + seconds + frame / frames;
  }
  const offset = /^(\d+(?:\.\d+)?)(h|ms|m|s|f|t)$/u.exec(written);
  if (!offset) return undefined;
  const units = { h: 3600, m: 60, s: 1, ms: 1 / 1000, f: 1 / frames, t: 1 / ticks };
  return Number(offset[1]) * units[offset[2] as keyof typeof units];
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** In XML, line ends are spaces, and all tags are markup. */
function readRows(content: string): string[] {
  return content.split(/<(?:[\w-]+:)?br\s*\/?>/u).map(row => cleanRow(row.replace(/<[^<>]*>/gu, '')));
}

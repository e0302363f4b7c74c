import { cleanRow, type SubtitleCue } from './subtitle-cue.ts';

/** Frames and ticks per second; the standard's defaults if a file does not state them. */
interface Rates {
  readonly frames: number;
  readonly ticks: number;
}

/** Reads TTML and DFXP: the paragraphs that have times. https://www.w3.org/TR/ttml2/#timing-value-time-expression */
export function readTtml(text: string): SubtitleCue[] {
  const [head = '', ...paragraphs] = text.split(/<(?:[\w-]+:)?p\s/u);
  const readRate = (name: string) => Number(readAttribute(head, `ttp:${name}`));
  const rates = { frames: readRate('frameRate') || 30, ticks: readRate('tickRate') || 1 };
  return paragraphs.flatMap(paragraph => {
    const [attributes = '', ...said] = paragraph.split('>');
    const read = (name: string) => readTime(readAttribute(attributes, name), rates);
    const startSeconds = read('begin');
    if (startSeconds === undefined || attributes.endsWith('/')) return [];
    const endSeconds = read('end') ?? startSeconds + (read('dur') ?? 0);
    return [{ startSeconds, endSeconds, rows: readRows(said.join('>')) }];
  });
}

function readAttribute(markup: string, name: string): string {
  const [, behind = ''] = ` ${markup.replace(/\s/gu, ' ')}`.split(` ${name}=`);
  return behind.slice(1).split(behind.charAt(0))[0] ?? '';
}

function readTime(written: string, { frames, ticks }: Rates): number | undefined {
  const clock = /^(\d+):(\d+):(\d+(?:\.\d+)?)(?::(\d+))?$/u.exec(written);
  if (clock) {
    const [hours = 0, minutes = 0, seconds = 0, frame = 0] = clock.slice(1).map(each => Number(each ?? 0));
    return round(hours * 3600 + minutes * 60 + seconds + frame / frames);
  }
  const offset = /^(\d+(?:\.\d+)?)(h|ms|m|s|f|t)$/u.exec(written);
  if (!offset) return undefined;
  const units = { h: 3600, m: 60, s: 1, ms: 1 / 1000, f: 1 / frames, t: 1 / ticks };
  return round(Number(offset[1]) * units[offset[2] as keyof typeof units]);
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** Rows up to the end of the paragraph. In XML, line ends are spaces, and all tags are markup. */
function readRows(text: string): string[] {
  const [said = ''] = text.split(/<\/(?:[\w-]+:)?p\s*>/u);
  return said.split(/<(?:[\w-]+:)?br\s*\/?>/u).map(row => cleanRow(row.replace(/<[^<>]*>/gu, '')));
}

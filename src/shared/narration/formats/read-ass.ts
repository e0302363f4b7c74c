import { splitLines } from '../../script/split-lines.ts';
import { readTime } from '../../script/time-format.ts';
import { cleanRow, type SubtitleCue } from './subtitle-cue.ts';

/** For files without a format line. */
const usualFields = 'Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text';
const drawing = /\{[^{}]*\\p[1-9]/u;

/** Reads the dialogue of ASS and SSA, without styles, overrides, comments and drawings. */
export function readAss(text: string): SubtitleCue[] {
  let fields = listFields(usualFields);
  const cues: SubtitleCue[] = [];
  for (const line of splitLines(text)) {
    const [, kind = '', content = ''] = /^(Format|Dialogue):(.*)$/iu.exec(line) ?? [];
    if (kind.toLowerCase() === 'format') fields = listFields(content);
    else if (kind !== '' && !drawing.test(content)) {
      const values = content.split(',');
      const read = (field: string) => readTime(values[fields.indexOf(field)] ?? '');
      const [startSeconds, endSeconds] = [read('start'), read('end')];
      // The text is the last field, and may contain commas.
      const said = values.slice(fields.length - 1).join(',');
      const speaker = (values[fields.findIndex(isName)] ?? '').trim() || undefined;
      if (startSeconds !== undefined && endSeconds !== undefined)
        cues.push({ startSeconds, endSeconds, rows: readRows(said), speaker });
    }
  }
  return cues;
}

/** Editors call it either. */
function isName(field: string): boolean {
  return field === 'name' || field === 'actor';
}

function listFields(format: string): string[] {
  return format.split(',').map(field => field.trim().toLowerCase());
}

function readRows(text: string): string[] {
  return text
    .replace(/\{[^{}]*\}/gu, '')
    .replaceAll('\\h', ' ')
    .split(/\\n/iu)
    .map(cleanRow);
}

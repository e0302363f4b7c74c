import { splitLines } from '../../script/split-lines.ts';
import { readClock } from './read-timed-lines.ts';
import { cleanRow, type SubtitleCue } from './subtitle-cue.ts';

/** For files without a format line. */
const usualFields = 'Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text';
/** Starts a drawing with a scale, and ends it with 0; not `\pos`. */
const drawing = /\\p\s*(\d+)/gu;

/** Reads the dialogue of ASS and SSA, without styles, overrides, comments and drawings. */
export function readAss(text: string): SubtitleCue[] {
  let fields = listFields(usualFields);
  const cues: SubtitleCue[] = [];
  for (const line of splitLines(text)) {
    const [, kind = '', content = ''] = /^\s*(Format|Dialogue):(.*)$/iu.exec(line) ?? [];
    if (kind.toLowerCase() === 'format') {
      // Styles have a format, too.
      const listed = listFields(content);
      if (listed.includes('text')) fields = listed;
    } else if (kind !== '') {
      const values = content.split(',');
      const read = (field: string) => readClock((values[fields.indexOf(field)] ?? '').trim())?.seconds;
      const [startSeconds, endSeconds] = [read('start'), read('end')];
      // The text is the last field, and may contain commas.
      const said = values.slice(fields.indexOf('text')).join(',');
      // Editors call it either.
      const speaker =
        values[fields.findIndex(field => ['name', 'actor'].includes(field))]?.trim() || undefined;
      if (startSeconds !== undefined && endSeconds !== undefined)
        cues.push({ startSeconds, endSeconds, rows: readRows(said), speaker });
    }
  }
  return cues;
}

function listFields(format: string): string[] {
  return format.split(',').map(field => field.trim().toLowerCase());
}

function readRows(text: string): string[] {
  return removeOverrides(text).replaceAll('\\h', ' ').split(/\\n/iu).map(cleanRow);
}

/** As libass shows a text: braces that are escaped or never closed are text. */
function removeOverrides(text: string): string {
  const shown: string[] = [];
  let isDrawn = false;
  let from = 0;
  const show = (to: number) => isDrawn || shown.push(text.slice(from, to));
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', from)) {
    const isEscaped = text[at - 1] === '\\';
    const end = isEscaped ? at : text.indexOf('}', at);
    if (end < 0) break;
    show(isEscaped ? at - 1 : at);
    if (isEscaped) shown.push('{');
    for (const [, scale] of text.slice(at, end).matchAll(drawing)) isDrawn = Number(scale) > 0;
    from = end + 1;
  }
  show(text.length);
  return shown.join('').replaceAll('\\}', '}');
}

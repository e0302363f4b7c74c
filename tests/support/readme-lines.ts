import { readFileSync } from 'node:fs';

export interface StartLine {
  readonly ai: string;
  /** The settings before the command; `…` in place of a key. */
  readonly settings: Readonly<Record<string, string>>;
  /** The listed steps: of `looks`, `writes`, `speaks`, `speaks the premium voices`. */
  readonly does: readonly string[];
}

/** The lines of the table "Connect an AI". @throws for other rows */
export function readStartLines(): StartLine[] {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const section = readme.split('\n## ').find(each => each.startsWith('Connect an AI')) ?? '';
  const rows = section.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| AI'));
  return rows.map(readRow);
}

function readRow(row: string): StartLine {
  const [ai = '', line = '', does = ''] = row
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim());
  const [, settings, ...others] = /^`((?:[A-Z_]+=\S+ )+)npm start`$/u.exec(line) ?? [];
  if (settings === undefined || others.length > 0) throw new Error(`This is no line to start with: ${line}`);
  const pairs = [...settings.matchAll(/([A-Z_]+)=(\S+)/gu)].map(([, name = '', value = '']) => [name, value]);
  return {
    ai,
    settings: Object.fromEntries(pairs),
    does: does.match(/looks|writes|speaks(?: the premium voices)?/gu) ?? [],
  };
}

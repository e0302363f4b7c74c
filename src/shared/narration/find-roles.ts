import { printTimedScript } from './print-timed-text.ts';
import { type CastMember, createId } from './project.ts';
import { toRolePrefix } from './roles.ts';
import { isTimedScript, parseTimedScript } from './timed-text.ts';

/** A name of up to three words before a colon; a time, a URL or a ratio has no space behind its colon. */
const named =
  /^(?<name>[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}\p{N}.'’-]{0,29}(?: [\p{L}\p{M}\p{N}.'’-]{1,30}){0,2})(?::\s+|：\s*)(?=\S)/u;
/** Words that begin a remark or a sentence, not a name. */
const remarks = new Set(
  (
    'note notes nb ps tip tips hint warning caution important attention remember example chapter scene part section step ' +
    'question answer summary conclusion update i he she it we you they this that these those here there and but so then now ' +
    'hinweis achtung anmerkung wichtig beispiel kapitel frage antwort remarque note exemple chapitre nota atención ejemplo ' +
    'capítulo attenzione esempio capitolo atenção exemplo uwaga примечание внимание 注意 注 备注 例'
  ).split(' '),
);
const leastRows = 2;

/** The names before a colon that begin at least two rows of a script, and are not in its cast. */
export function findRoles(rows: readonly string[], cast: readonly CastMember[]): string[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const name = readName(row);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const isNew = (name: string) => cast.every(member => !isSame(member.name, name));
  return [...counts].flatMap(([name, count]) => (count >= leastRows && isNew(name) ? [name] : []));
}

/** The same as {@link nameRoles} for a text, with times or without. */
export function nameScript(
  script: string,
  cast: readonly CastMember[],
  sure: readonly string[],
): { readonly added: readonly CastMember[]; readonly script: string } {
  if (!isTimedScript(script)) {
    const { added, rows } = nameRoles(script.split('\n'), cast, sure);
    return { added, script: rows.join('\n') };
  }
  const { cues } = parseTimedScript(script);
  const texts = cues.map(({ text }) => text);
  const { added, rows } = nameRoles(texts, cast, sure);
  return {
    added,
    script: printTimedScript(cues.map((cue, at) => ({ ...cue, text: rows[at] ?? cue.text }))),
  };
}

/**
 * Makes roles of the names in a script.
 * @param sure names that are roles however often they occur, as a file says so
 * @returns who is new in the cast, and the rows, with names as `readSaid` takes them
 */
export function nameRoles(
  rows: readonly string[],
  cast: readonly CastMember[],
  sure: readonly string[] = [],
): { readonly added: readonly CastMember[]; readonly rows: readonly string[] } {
  const names = [...new Set([...sure, ...findRoles(rows, cast)])].filter(name =>
    cast.every(member => !isSame(member.name, name)),
  );
  const added = names.map((name): CastMember => ({ id: createId(), name, look: '' }));
  const all = [...cast, ...added];
  const renamed = rows.map(row => {
    const name = readName(row);
    const member = name === undefined ? undefined : all.find(each => isSame(each.name, name));
    return member ? toRolePrefix(member.name) + row.replace(named, '') : row;
  });
  return { added, rows: renamed };
}

function readName(row: string): string | undefined {
  const name = named.exec(row)?.groups?.name;
  if (name === undefined) return undefined;
  const [first = ''] = name.toLowerCase().split(' ');
  return remarks.has(first) ? undefined : name;
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

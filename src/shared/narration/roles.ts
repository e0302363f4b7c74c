import type { CastMember, Line } from './project.ts';

const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;

/** What stands before the words of a role: `Anna: `, in Chinese and Japanese `安娜：`. */
export function toRolePrefix(name: string): string {
  return withoutSpaces.test(name) ? `${name}：` : `${name}: `;
}

function hasName({ name }: CastMember): boolean {
  return name.trim() !== '';
}

/** A line as scripts have it: with the name of its role, where it has one. */
export function printSaid(
  { castId, text }: Pick<Line, 'castId' | 'text'>,
  cast: readonly CastMember[],
): string {
  const role = castId === undefined ? undefined : cast.find(({ id }) => id === castId);
  return role && hasName(role) ? toRolePrefix(role.name) + text : text;
}

/** Who says a row of a script, and what: the role whose name and colon it begins with, else nobody. */
export function readSaid(
  row: string,
  cast: readonly CastMember[],
): { readonly castId: string | undefined; readonly text: string } {
  const role = cast.find(member => hasName(member) && row.startsWith(toRolePrefix(member.name)));
  return { castId: role?.id, text: role ? row.slice(toRolePrefix(role.name).length) : row };
}

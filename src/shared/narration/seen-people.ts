/** Somebody in the notes of whoever looked at the pictures. */
export interface SeenPerson {
  /** Such as "the woman in the red coat". */
  readonly short: string;
  readonly look: string;
  /** As a picture shows it in writing; empty without one. */
  readonly name: string;
  /** Of the first picture. */
  readonly seconds: number | undefined;
}

/** A block of people goes into every request, beside pictures and notes. */
const mostPeople = 30;
const mostCharacters = 3000;
const longest = { short: 80, look: 200, name: 80 } as const;

const heading = /^[^\p{L}|]*People\b/u;
/** Without words of its own, which are kept. */
const bareHeading = /^[^\p{L}|]*People\b[^\p{L}|]*(?:none\b[^\p{L}|]*)?$/iu;

/** Takes the rows below "People:" out of notes: "- short name | looks | name | second", or a table of the same columns. */
export function splitPeople(notes: string): { readonly people: SeenPerson[]; readonly rest: string } {
  const people: SeenPerson[] = [];
  let isList = false;
  const rest = notes.split('\n').filter(row => {
    const parts = row.replace(/^\s*\|/u, '').split('|');
    if (heading.test(row)) isList = true;
    else if (parts.length < 2 && row.trim() !== '') isList = false;
    if (!isList || parts.length < 3) return !(isList && bareHeading.test(row));
    const person = readPerson(parts);
    if (/\p{L}/u.test(person.short)) people.push(person);
    return false;
  });
  return { people, rest: rest.join('\n').trim() };
}

function readPerson(parts: readonly string[]): SeenPerson {
  const [short = '', look = '', written = '', second = ''] = parts.map(part => part.trim());
  const isName = /^\p{Lu}/u.test(written) && !/^(?:None|No |Not |Unknown|N\/A)/u.test(written);
  const seconds = Number.parseFloat(second.replace(/^\D+/u, ''));
  return {
    short: short.replace(/^[-*\s\d.]+/u, ''),
    look,
    name: isName ? written : '',
    seconds: Number.isFinite(seconds) ? seconds : undefined,
  };
}

/** One row for each: who has the same short name or the same name is one person, who keeps the first look. */
export function mergePeople(known: readonly SeenPerson[], found: readonly SeenPerson[]): SeenPerson[] {
  const merged: SeenPerson[] = [...known];
  for (const person of found) {
    const at = merged.findIndex(
      each => isSame(each.short, person.short) || (each.name !== '' && isSame(each.name, person.name)),
    );
    const same = merged[at];
    if (!same) merged.push(person);
    else if (same.name === '' && person.name !== '')
      merged[at] = { ...same, name: person.name, seconds: person.seconds };
  }
  return merged;
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** Their rows, as far as a request has room for them. */
export function printPeople(people: readonly SeenPerson[], characters = mostCharacters): string {
  let left = characters;
  return people
    .slice(0, mostPeople)
    .map(
      ({ short, look, name, seconds }) =>
        `- ${short.slice(0, longest.short)} | ${look.slice(0, longest.look)} | ${name.slice(0, longest.name) || 'none'} | ${seconds ?? '?'}`,
    )
    .filter(row => {
      left -= row.length + 1;
      return left >= 0;
    })
    .join('\n');
}

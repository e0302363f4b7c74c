import type { DescribedPerson } from '../description.ts';
import { maxLookCharacters, maxPeople, maxPersonNameCharacters } from '../limits.ts';
import { isRead, listPrint } from '../script/list-print.ts';
import type { CastMember, Project, Segment } from './project.ts';
import { splitPeople } from './seen-people.ts';

type Source = Pick<Project, 'cast' | 'transcript' | 'observations'>;

/** Somebody who was found: new, or more on a member of the cast. */
interface FoundMember extends Pick<CastMember, 'name' | 'look' | 'namedMs'> {
  /** Of the cast; undefined for somebody new. */
  readonly id?: string | undefined;
}

/** A print this long before or after speech is about who speaks. */
const besideMs = 2000;

/**
 * Finds who is who: speakers who say their name or under whom it stands, and the people of an AI's notes. Whoever is in the cast already
 * and confirmed stays as it is.
 */
export function findCast(source: Source): readonly FoundMember[] {
  const found = [...findSpeakers(source), ...findSeen(source)];
  const isKnown = ({ id, name, look }: FoundMember) =>
    source.cast.some(
      member =>
        (id !== undefined && member.id === id && (member.isConfirmed || member.name === name)) ||
        (id === undefined && (isSame(member.name, name) || isSame(member.look, look))),
    );
  return found.filter(
    (member, at) =>
      !isKnown(member) &&
      !found.slice(0, at).some(({ name, look }) => isSame(name, member.name) || isSame(look, member.look)),
  );
}

/** When the video first says or shows a name, in milliseconds; undefined if it does not. */
export function findNamedMs(
  name: string,
  { transcript, observations }: Pick<Source, 'transcript' | 'observations'>,
): number | undefined {
  if (name.trim() === '') return undefined;
  const said = transcript?.segments.find(segment => !segment.isSound && isRead(name, [segment]))?.startMs;
  const shown = listPrint(observations).find(print => isRead(name, [print]))?.startMs;
  return said === undefined || shown === undefined ? (said ?? shown) : Math.min(said, shown);
}

/** Those whom a person has confirmed, as much as a call may have of them. */
export function listPeople(cast: readonly CastMember[]): DescribedPerson[] {
  return cast
    .filter(({ isConfirmed, name, look }) => isConfirmed && `${name}${look}`.trim() !== '')
    .slice(0, maxPeople)
    .map(({ name, look, namedMs }) => ({
      name: name.trim().slice(0, maxPersonNameCharacters),
      look: look.trim().slice(0, maxLookCharacters),
      ...(namedMs !== undefined && { namedSeconds: namedMs / 1000 }),
    }));
}

function isSame(one: string, other: string): boolean {
  return one.trim() !== '' && one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** Two or three words of a name, as they stand in a sentence or in capitals. */
const printedName = /^\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}.’'-]*){1,2}$/u;
/** In English, German, Spanish and French. */
const beforeName =
  /(?:^|[\s,.!?¡¿"“])(?:my name is|i am|i['’]m|mein name ist|ich heiße|me llamo|mi nombre es|soy|je m['’]appelle|je suis) /iu;
const saidName = /^\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)?/u;

/** By what they say of themselves, and by print that looks like a name while they speak. */
function findSpeakers({ cast, transcript, observations }: Source): FoundMember[] {
  const spoken = (transcript?.segments ?? []).filter(({ isSound }) => !isSound);
  const looks = new Map(cast.map(({ id, look }) => [id, look]));
  const toFound = (name: string, namedMs: number, { speakerId: id }: Segment): FoundMember => {
    return { id, name, look: (id && looks.get(id)) ?? '', namedMs };
  };
  const said = spoken.flatMap(segment => {
    const found = beforeName.exec(segment.text);
    const own = found && saidName.exec(segment.text.slice(found.index + found[0].length))?.[0];
    return own ? [toFound(own, segment.startMs, segment)] : [];
  });
  const shown = listPrint(observations).flatMap(({ text, startMs }) => {
    const own =
      printedName.test(text) &&
      spoken.find(({ startMs: from, endMs }) => from - besideMs <= startMs && startMs <= endMs + besideMs);
    return own ? [toFound(text, startMs, own)] : [];
  });
  return [...said, ...shown].filter(
    ({ id }, at, all) => id === undefined || all.findIndex(other => other.id === id) === at,
  );
}

/** The people of the notes. */
function findSeen({ observations }: Source): FoundMember[] {
  return observations.flatMap(({ text }) =>
    splitPeople(text).people.map(({ short, look, name, seconds }) => ({
      name,
      look: look === '' || short.length + look.length > 120 ? short : `${short}, ${look}`,
      ...(name !== '' && seconds !== undefined && { namedMs: Math.round(seconds * 1000) }),
    })),
  );
}

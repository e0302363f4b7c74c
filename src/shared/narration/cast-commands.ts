import { change, mapKeeping } from './change.ts';
import type { CastMember, Project } from './project.ts';

export function addMember(project: Project, member: CastMember): Project {
  if (project.cast.some(({ id }) => id === member.id)) return project;
  return { ...project, cast: [...project.cast, member] };
}

interface MemberChange {
  readonly memberId: string;
  readonly changes: Partial<Omit<CastMember, 'id'>>;
}

export function editMember(project: Project, { memberId, changes }: MemberChange): Project {
  const cast = mapKeeping(project.cast, member =>
    member.id === memberId ? change<CastMember>(member, changes) : member,
  );
  return change(project, { cast });
}

/** Removes a member, also from the lines and segments that name it. */
export function removeMember(project: Project, memberId: string): Project {
  const cast = project.cast.filter(({ id }) => id !== memberId);
  return cast.length === project.cast.length ? project : { ...replaceMember(project, memberId), cast };
}

interface Joined {
  readonly memberId: string;
  readonly intoId: string;
}

/** Makes one of two members: the other gives what the kept one lacks. */
export function joinMembers(project: Project, { memberId, intoId }: Joined): Project {
  const given = project.cast.find(({ id }) => id === memberId);
  const kept = project.cast.find(({ id }) => id === intoId);
  if (!given || !kept || given === kept) return project;
  const find = (key: 'name' | 'look') => [kept, given].find(member => member[key].trim() !== '') ?? kept;
  const [named, seen] = [find('name'), find('look')];
  const joined = change<CastMember>(
    { ...given, ...kept },
    {
      name: named.name,
      namedMs: named.namedMs,
      look: seen.look,
      isConfirmed: named.isConfirmed && seen.isConfirmed,
    },
  );
  const cast = project.cast
    .filter(member => member !== given)
    .map(member => (member === kept ? joined : member));
  return { ...replaceMember(project, memberId, intoId), cast };
}

/** The document with another member, or none, in the place of one. */
function replaceMember(project: Project, memberId: string, byId?: string): Project {
  const { transcript } = project;
  const segments = transcript?.segments.map(segment =>
    segment.speakerId === memberId ? change(segment, { speakerId: byId }) : segment,
  );
  const narrations = mapKeeping(project.narrations, narration => {
    const lines = mapKeeping(narration.lines, line =>
      line.castId === memberId ? change(line, { castId: byId }) : line,
    );
    return change(narration, { lines });
  });
  return {
    ...project,
    narrations,
    ...(transcript && segments && { transcript: { ...transcript, segments } }),
  };
}

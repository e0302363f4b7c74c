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
  if (cast.length === project.cast.length) return project;
  const { transcript } = project;
  const segments = transcript?.segments.map(segment =>
    segment.speakerId === memberId ? change(segment, { speakerId: undefined }) : segment,
  );
  const narrations = mapKeeping(project.narrations, narration => {
    const lines = mapKeeping(narration.lines, line =>
      line.castId === memberId ? change(line, { castId: undefined }) : line,
    );
    return change(narration, { lines });
  });
  return {
    ...project,
    cast,
    narrations,
    ...(transcript && segments && { transcript: { ...transcript, segments } }),
  };
}

import type { LanguageName } from '../languages.ts';
import { addMember, editMember, joinMembers, removeMember } from './cast-commands.ts';
import { change, mapKeeping } from './change.ts';
import { addNarration, applyEarly, type EarlyCommand, mapNarration, withLines } from './early-commands.ts';
import { followOriginals } from './follow-originals.ts';
import { changeLines, type LineCommand } from './line-commands.ts';
import {
  type CastMember,
  createId,
  type Observation,
  type Project,
  type ProjectVideo,
  type Term,
  type Transcript,
} from './project.ts';
import { editSegment, setTranscript } from './transcript-commands.ts';
import { createTranslation, type Translation, updateTranslation } from './translations.ts';

export type Command = EarlyCommand | LateCommand | LineCommand;

/** What the page needs only once there is something to work on. */
type LateCommand =
  | { readonly type: 'renameNarration'; readonly narrationId: string; readonly name: string }
  | { readonly type: 'removeNarration'; readonly narrationId: string }
  | { readonly type: 'renameProject'; readonly title: string }
  | { readonly type: 'setVideo'; readonly video: ProjectVideo | undefined }
  | { readonly type: 'setObservations'; readonly observations: readonly Observation[] }
  /** A narration in another language, whose lines know those that they translate. */
  | ({ readonly type: 'translate'; readonly narrationId: string } & Translation)
  /** New translations, by the ids of the lines of the original. */
  | {
      readonly type: 'updateTranslation';
      readonly narrationId: string;
      readonly texts: ReadonlyMap<string, string>;
    }
  | { readonly type: 'setGlossary'; readonly glossary: readonly Term[] }
  | {
      readonly type: 'editTerm';
      readonly term: string;
      readonly part: 'byLanguage' | 'pronunciation';
      readonly language: LanguageName;
      readonly text: string;
    }
  /** With the speakers that it names; those of a transcript before stay in the cast where they have a name or a look. */
  | {
      readonly type: 'setTranscript';
      readonly transcript: Transcript | undefined;
      readonly speakers: readonly CastMember[];
    }
  | { readonly type: 'editSegment'; readonly segmentId: string; readonly text: string }
  | { readonly type: 'addMember'; readonly member: CastMember }
  | {
      readonly type: 'editMember';
      readonly memberId: string;
      readonly changes: Partial<Omit<CastMember, 'id'>>;
    }
  /** What a removed member says or does is then nobody's. */
  | { readonly type: 'removeMember'; readonly memberId: string }
  /** They are one person; the second stays. */
  | { readonly type: 'joinMembers'; readonly memberId: string; readonly intoId: string };

/**
 * The document after a command: the same object where nothing changes, and with all unchanged parts shared. A command for a line or
 * narration that is gone changes nothing.
 * @param makeId of lines that the command brings without an id
 */
export function apply(project: Project, command: Command, makeId: () => string = createId): Project {
  switch (command.type) {
    case 'renameProject':
      return change(project, { title: command.title });
    case 'setVideo':
      return change(project, { video: command.video });
    case 'setObservations':
      return change(project, { observations: command.observations });
    case 'removeNarration':
      return removeNarration(project, command.narrationId);
    case 'renameNarration':
      return mapNarration(project, command.narrationId, narration =>
        change(narration, { name: command.name }),
      );
    case 'setTranscript':
      return setTranscript(project, command);
    case 'editSegment':
      return editSegment(project, command);
    case 'addMember':
      return addMember(project, command.member);
    case 'editMember':
      return editMember(project, command);
    case 'removeMember':
      return removeMember(project, command.memberId);
    case 'joinMembers':
      return joinMembers(project, command);
    case 'setGlossary':
      return change(project, { glossary: command.glossary });
    case 'editTerm': {
      const { part, language, text } = command;
      const edit = (term: Term) => change<Term>(term, { [part]: { ...term[part], [language]: text } });
      const glossary = mapKeeping(project.glossary, each => (each.term === command.term ? edit(each) : each));
      return change(project, { glossary });
    }
    case 'translate': {
      const source = project.narrations.find(({ id }) => id === command.narrationId);
      return source ? addNarration(project, createTranslation(source, command, makeId)) : project;
    }
    case 'updateTranslation':
      return mapNarration(project, command.narrationId, narration => {
        const source = project.narrations.find(({ id }) => id === narration.derivedFrom);
        return source
          ? withLines(narration, updateTranslation(source, narration, command.texts, makeId))
          : narration;
      });
    case 'addNarration':
    case 'changeNarration':
    case 'replaceLines':
    case 'replaceText':
      return applyEarly(project, command, makeId);
    default:
      return followOriginals(
        project,
        mapNarration(project, command.narrationId, narration =>
          withLines(narration, changeLines(narration.lines, command)),
        ),
      );
  }
}

function removeNarration(project: Project, narrationId: string): Project {
  const narrations = project.narrations.filter(({ id }) => id !== narrationId);
  return narrations.length === project.narrations.length ? project : { ...project, narrations };
}

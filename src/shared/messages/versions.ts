import { defineMessages } from './message.ts';

/** The versions and languages of a narration. Fetched when there is a script. */
export const versionsMessages = defineMessages('versions', {
  menu: 'Language and version',
  shown: 'Language and version: {text}',
  version: 'version {number}',
  versions: 'Versions',
  languages: 'Languages',
  noLanguage: 'Unknown language',
  addLanguage: 'Add language…',
  // What a version is called.
  named: 'Version {number} · {name}',
  numbered: 'Version {number}',
  inLanguage: 'Version {number} · {language}',
  spokenBy: 'Version {number} · {voice}',
  spokenInLanguage: 'Version {number} · {language} · {voice}',
  rename: 'Rename this version…',
  duplicate: 'Duplicate this version',
  remove: 'Delete this version',
  removed: '“{name}” was deleted.',
  undoRemoval: 'Undo',
  newName: 'Name of this version',
});

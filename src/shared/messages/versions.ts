import { defineMessages } from './message.ts';

/** The versions of a narration. Fetched when there is a script. */
export const versionsMessages = defineMessages('versions', {
  version: 'Version',
  named: '{number} · {name}',
  numbered: '{number}',
  inLanguage: '{number} · {language}',
  spokenBy: '{number} · {voice}',
  spokenInLanguage: '{number} · {language} · {voice}',
  // Beside the version, where the short ones are enough to see.
  rename: 'Rename version',
  renameShort: 'Rename',
  duplicate: 'Duplicate version',
  duplicateShort: 'Duplicate',
  remove: 'Delete version',
  removeShort: 'Delete',
  removed: '“{name}” was deleted.',
  undoRemoval: 'Undo deletion',
  newName: 'Name of this version',
  saveName: 'Save',
  cancelName: 'Cancel',
});

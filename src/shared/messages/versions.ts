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
  compare: 'Compare versions',
  compareShort: 'Compare',
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

  // The dialog that compares two versions.
  compareWith: 'Compare with',
  changes: 'Text that only “{other}” has is crossed out. Text that only “{shown}” has is underlined.',
  sameText: 'Both versions have the same text.',
  useThis: 'Use “{name}”',
});

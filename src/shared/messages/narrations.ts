import { defineMessages } from './message.ts';

/** The narrations that are kept in this browser. Fetched when their list is opened. */
export const narrationsMessages = defineMessages('narrations', {
  title: 'Your narrations',
  reason: 'They are stored in this browser only.',
  none: 'There are no narrations yet.',
  loading: 'Loading your narrations…',
  failed: 'Your narrations could not be read from this browser.',
  untitled: 'Untitled narration',
  isOpen: 'Open now',
  changed: 'Changed {date}',
  open: 'Open {name}',
  create: 'New narration',
  rename: 'Rename',
  renameThis: 'Rename {name}',
  duplicate: 'Duplicate',
  duplicateThis: 'Duplicate {name}',
  copyOf: '{name} (copy)',
  remove: 'Delete',
  removeThis: 'Delete {name}',
  removed: '“{name}” was deleted.',
  undo: 'Undo',
  name: 'Name',
  save: 'Save',
  cancel: 'Cancel',
  whileWorking: 'A narration is being generated. Cancel it first, or wait until it is ready.',

  // The question before all are deleted.
  removeAll: 'Delete all narrations',
  removeAllTitle: 'Delete all narrations?',
  removeAllQuestion:
    'This deletes all your narrations, their audio and the copies of your videos from this browser. They are not stored anywhere else.',
  confirmRemoveAll: 'Delete all',
  keepAll: 'Keep them',
  allRemoved: 'Your narrations were deleted from this browser.',
  removalFailed: 'Your narrations could not be deleted from this browser. Try again.',
});

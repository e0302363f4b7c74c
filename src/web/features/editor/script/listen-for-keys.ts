import type { RefObject } from 'react';
import { redo, undo } from '../model/change-document.ts';
import type { EditorStore } from '../model/editor-state.ts';
import type { Player } from '../model/player.ts';
import { isWriting } from '../model/select.ts';
import { findTotalSeconds } from '../player/playback-time.ts';
import { type KeyAction, readKey } from './read-key.ts';

/** The keys of the editor, wherever the focus is but in a text field, a dialog or a menu. @returns ends it */
export function listenForKeys(store: EditorStore, root: RefObject<HTMLElement | null>): () => void {
  const take = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !root.current || !isForEditor(event, root.current)) return;
    const action = readKey(event);
    if (action && act(action, store, root.current)) event.preventDefault();
  };
  document.addEventListener('keydown', take);
  return () => document.removeEventListener('keydown', take);
}

const typing = [
  'input:not([type="range"], [type="radio"], [type="checkbox"], [type="file"])',
  'textarea',
  'select',
  '[contenteditable]',
  '[role="combobox"]',
  '[role="menu"]',
  '[role="dialog"]',
  'dialog',
].join();
const pressedBySpace = 'button, a, summary, label, input';
const movedByArrows = 'input[type="range"], input[type="radio"]';
const movingKeys = ['ArrowLeft', 'ArrowRight', 'Home', 'End'];

function isForEditor({ target, key }: KeyboardEvent, root: HTMLElement): boolean {
  if (!(target instanceof Element) || document.querySelector('dialog[open]')) return false;
  if (!root.contains(target) && !target.contains(root)) return false;
  if (target.closest(typing)) return false;
  if (key === ' ') return !target.closest(pressedBySpace) || target.matches('[type="range"]');
  return !movingKeys.includes(key) || !target.matches(movedByArrows);
}

/** @returns whether there was something to do */
function act(action: KeyAction, store: EditorStore, root: HTMLElement): boolean {
  const state = store.getState();
  switch (action.kind) {
    case 'undo':
    case 'redo':
      if (isWriting(state)) return false;
      (action.kind === 'undo' ? undo : redo)(store);
      return true;
    case 'press': {
      const button = root.querySelector<HTMLElement>(`[aria-keyshortcuts="${action.shortcut}"]`);
      button?.click();
      return button !== null;
    }
    default:
      return state.player !== undefined && play(action, state.player);
  }
}

function play(
  action: Extract<KeyAction, { kind: 'toggle' | 'seek by' | 'seek to' }>,
  player: Player,
): boolean {
  const time = player.getPlaybackTime();
  const totalSeconds = findTotalSeconds(time);
  if (totalSeconds === 0) return false;
  if (action.kind === 'toggle') player.toggle();
  else if (action.kind === 'seek to') player.seek(action.end === 'start' ? 0 : totalSeconds);
  else player.seek(Math.min(totalSeconds, Math.max(0, time.atSeconds + action.seconds)));
  return true;
}

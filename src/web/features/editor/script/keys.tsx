import type { KeyboardEvent as ReactKeyboardEvent, RefObject } from 'react';
import { keyboardShortcutsMessages as messages } from '#shared/messages/keyboard-shortcuts.ts';
import { t } from '#shared/messages/message.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { richText } from '../../../lib/rich-text.tsx';
import { readUndoStep } from '../../../lib/undo-keys.ts';
import { goToNeighbour, joinWithNext, joinWithPrevious, splitLine } from '../model/edit-lines.ts';
import type { EditorStore } from '../model/editor-state.ts';
import { isWriting } from '../model/select.ts';
import { redo, undo } from '../model/undo.ts';
import { findTotalSeconds } from '../player/playback-clock.ts';
import classes from './keys.module.css';

/** The keys of the editor, wherever the focus is but in a text field, a dialog or a menu. @returns ends it */
export function listenForKeys(store: EditorStore, root: RefObject<HTMLElement | null>): () => void {
  const take = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !root.current || document.querySelector('dialog:modal')) return;
    // Also out of a text field.
    if (event.key === 'F6') {
      event.preventDefault();
      return goToRegion(root.current, event.shiftKey ? -1 : 1);
    }
    if (!isForEditor(event, root.current)) return;
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
  'dialog:modal',
].join();
const pressedBySpace = 'button, a, summary, label, input';
const movedByArrows = 'input[type="range"], input[type="radio"]';
const movingKeys = ['ArrowLeft', 'ArrowRight', 'Home', 'End'];

function isForEditor({ target, key }: KeyboardEvent, root: HTMLElement): boolean {
  if (!(target instanceof Element)) return false;
  if (!root.contains(target) && !target.contains(root)) return false;
  if (target.closest(typing)) return false;
  if (key === ' ') return !target.closest(pressedBySpace) || target.matches('[type="range"]');
  return !movingKeys.includes(key) || !target.matches(movedByArrows);
}

const tabbable =
  ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled, [tabindex="-1"])';

function goToRegion(root: HTMLElement, by: 1 | -1): void {
  const controls = [...root.querySelectorAll<HTMLElement>('[data-region]')].flatMap(region => {
    const selected = region.querySelector<HTMLElement>('[data-selected] textarea, textarea');
    const first = [...region.querySelectorAll<HTMLElement>(tabbable)].find(each => each.checkVisibility());
    const control = selected ?? first;
    return control ? [{ region, control }] : [];
  });
  const at = controls.findIndex(({ region }) => region.contains(document.activeElement));
  const from = at < 0 && by < 0 ? 0 : at;
  controls.at((from + by) % controls.length)?.control.focus();
}

/** @returns whether there was something to do */
function act(action: KeyAction, store: EditorStore, root: HTMLElement): boolean {
  const state = store.getState();
  if (action.kind === 'undo' || action.kind === 'redo') {
    if (isWriting(state)) return false;
    (action.kind === 'undo' ? undo : redo)(store);
    return true;
  }
  if (action.kind === 'press') {
    const button = root.querySelector<HTMLElement>(`[aria-keyshortcuts="${action.shortcut}"]`);
    button?.click();
    return button !== null;
  }
  const { player } = state;
  const time = player?.getPlaybackTime();
  const totalSeconds = time ? findTotalSeconds(time) : 0;
  if (!player || !time || totalSeconds === 0) return false;
  if (action.kind === 'toggle') player.toggle();
  else if (action.kind === 'seek to') player.seek(action.end === 'start' ? 0 : totalSeconds);
  else player.seek(Math.min(totalSeconds, Math.max(0, time.atSeconds + action.seconds)));
  return true;
}

type KeyAction =
  | { readonly kind: 'toggle' }
  | { readonly kind: 'seek by'; readonly seconds: number }
  | { readonly kind: 'seek to'; readonly end: 'start' | 'end' }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }
  | { readonly kind: 'press'; readonly shortcut: string };

type PressedKey = Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/** As in YouTube and Descript. */
const seekKeys: Record<string, number | undefined> = { j: -10, l: 10, ',': -0.1, '.': 0.1 };
const arrowKeys: Record<string, 1 | -1 | undefined> = { ArrowLeft: -1, ArrowRight: 1 };
const longStepSeconds = 5;
const buttonKeys: Record<string, string | undefined> = { '+': 'Plus', '=': 'Plus' };

/** @returns undefined for keys of the browser and of others */
export function readKey(pressed: PressedKey): KeyAction | undefined {
  const { altKey, shiftKey, ctrlKey, metaKey } = pressed;
  const step = readUndoStep(pressed);
  if (step) return { kind: step };
  if (ctrlKey || metaKey || altKey) return undefined;
  const arrow = arrowKeys[pressed.key];
  if (arrow) return { kind: 'seek by', seconds: arrow * (shiftKey ? longStepSeconds : 1) };
  const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key;
  const seconds = seekKeys[key];
  if (seconds !== undefined) return { kind: 'seek by', seconds };
  if (key === ' ' || key === 'k') return { kind: 'toggle' };
  if (key === 'Home') return { kind: 'seek to', end: 'start' };
  if (key === 'End') return { kind: 'seek to', end: 'end' };
  const shortcut = buttonKeys[key] ?? (['f', '-', '0', '?'].includes(key) ? key : undefined);
  return shortcut === undefined ? undefined : { kind: 'press', shortcut };
}

/** In the text of a line: Enter splits a line, Backspace at its start joins it with the previous one, and the arrows go on beyond its ends. */
export function takeLineKey(
  event: ReactKeyboardEvent<HTMLTextAreaElement>,
  store: EditorStore,
  lineId: string,
): void {
  const { selectionStart, selectionEnd, value, readOnly } = event.currentTarget;
  if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
  const isCaret = selectionStart === selectionEnd;
  const isAtStart = isCaret && selectionStart === 0;
  const isAtEnd = isCaret && selectionEnd === value.length;
  if (event.key === 'Enter' && !readOnly) splitLine(store, lineId, selectionStart);
  else if (event.key === 'Backspace' && isAtStart && !readOnly) joinWithPrevious(store, lineId);
  else if (event.key === 'Delete' && isAtEnd && !readOnly) joinWithNext(store, lineId);
  else if (event.key === 'ArrowUp' && isAtStart) goToNeighbour(store, lineId, 'before');
  else if (event.key === 'ArrowDown' && isAtEnd) goToNeighbour(store, lineId, 'after');
  else return;
  event.preventDefault();
}

type BlockAction =
  | { readonly kind: 'go'; readonly index: number }
  | { readonly kind: 'move'; readonly bySeconds: number }
  | { readonly kind: 'seek' };

const directions: Record<string, 1 | -1 | undefined> = { ArrowLeft: -1, ArrowRight: 1, ',': -1, '.': 1 };
const moveStepSeconds = 0.1;
const linesOfAPage = 10;

/**
 * Arrows go from line to line, with Alt they move the line by a tenth of a second, with Shift by a second; comma and full stop move it,
 * too, as they do in video editors. @returns undefined for keys of others
 */
export function readBlockKey(pressed: PressedKey, index: number, count: number): BlockAction | undefined {
  const { key, altKey, shiftKey } = pressed;
  if (pressed.ctrlKey || pressed.metaKey) return undefined;
  const direction = directions[key];
  if (direction && shiftKey) return { kind: 'move', bySeconds: direction };
  if (direction && (altKey || key.length === 1))
    return { kind: 'move', bySeconds: direction * moveStepSeconds };
  if (altKey || shiftKey) return undefined;
  if (key === 'Enter') return { kind: 'seek' };
  const targets: Record<string, number | undefined> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    PageUp: index - linesOfAPage,
    PageDown: index + linesOfAPage,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  return target === undefined ? undefined : { kind: 'go', index: Math.max(0, Math.min(target, count - 1)) };
}

const groups = [
  {
    title: messages.playback,
    shortcuts: ['play', 'tenSeconds', 'oneSecond', 'fiveSeconds', 'oneTenth', 'ends', 'fullScreen'],
  },
  { title: messages.editing, shortcuts: ['undo', 'redo', 'split', 'joinPrevious', 'joinNext'] },
  {
    title: messages.timeline,
    shortcuts: ['zoom', 'wholeVideo', 'selectLine', 'moveLine', 'moveLineSecond', 'showLine'],
  },
] as const;

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const isMac = /mac|iphone|ipad/i.test(navigator.platform);
  const modifiers = { ctrl: t(isMac ? messages.command : messages.control) };
  return (
    <Dialog title={t(messages.title)} reason={t(messages.hint)} onClose={onClose}>
      {groups.map(({ title, shortcuts }) => (
        <section key={title.key}>
          <h3 className={classes.group}>{t(title)}</h3>
          <dl className={`flat ${classes.shortcuts}`}>
            {shortcuts.map(name => (
              <div key={name} className="row spread">
                <dt>{t(messages[name])}</dt>
                <dd className="soft">
                  {richText(t(messages[`${name}Keys`], modifiers), { key: key => <kbd>{key}</kbd> })}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

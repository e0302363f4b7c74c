import { keyboardShortcutsMessages as messages } from '#shared/messages/keyboard-shortcuts.ts';
import { t } from '#shared/messages/message.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { richText } from '../../../lib/rich-text.tsx';
import classes from './shortcuts-dialog.module.css';

const groups = [
  {
    title: messages.playback,
    shortcuts: [
      [messages.play, messages.playKeys],
      [messages.tenSeconds, messages.tenSecondsKeys],
      [messages.oneSecond, messages.oneSecondKeys],
      [messages.fiveSeconds, messages.fiveSecondsKeys],
      [messages.oneTenth, messages.oneTenthKeys],
      [messages.ends, messages.endsKeys],
      [messages.fullScreen, messages.fullScreenKeys],
    ],
  },
  {
    title: messages.editing,
    shortcuts: [
      [messages.undo, messages.undoKeys],
      [messages.redo, messages.redoKeys],
      [messages.split, messages.splitKeys],
      [messages.joinPrevious, messages.joinPreviousKeys],
      [messages.joinNext, messages.joinNextKeys],
    ],
  },
  {
    title: messages.timeline,
    shortcuts: [
      [messages.zoom, messages.zoomKeys],
      [messages.wholeVideo, messages.wholeVideoKeys],
      [messages.selectLine, messages.selectLineKeys],
      [messages.moveLine, messages.moveLineKeys],
      [messages.moveLineSecond, messages.moveLineSecondKeys],
      [messages.showLine, messages.showLineKeys],
    ],
  },
] as const;

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const modifiers = { ctrl: t(isMac() ? messages.command : messages.control) };
  return (
    <Dialog title={t(messages.title)} reason={t(messages.hint)} onClose={onClose}>
      {groups.map(({ title, shortcuts }) => (
        <section key={title.key}>
          <h3 className={classes.group}>{t(title)}</h3>
          <dl className={classes.shortcuts}>
            {shortcuts.map(([action, keys]) => (
              <div key={action.key}>
                <dt>{t(action)}</dt>
                <dd>{richText(t(keys, modifiers), { key: name => <kbd>{name}</kbd> })}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

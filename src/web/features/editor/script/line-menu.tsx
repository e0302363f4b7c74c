import { Menu, MenuItem, MenuProvider, useMenuStore } from '@ariakit/react/menu';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { IconButton } from '../../../components/button.tsx';
import menu from './line-menu.module.css';
import classes from './line-row.module.css';

interface LineAction {
  readonly label: string;
  readonly isPossible: boolean;
  choose(): void;
}

interface LineMenuProps {
  readonly number: number;
  readonly listActions: () => readonly LineAction[];
}

/** The button with what else can be done to a line. Its menu is made when it is first opened: a list may have a thousand of them. */
export function LineMenuButton({ number, listActions }: LineMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const label = t(lineEditorMessages.actions, { number });

  function open() {
    setWasOpened(true);
    setIsOpen(true);
  }

  function takeKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    open();
  }

  return (
    <>
      <IconButton
        ref={button}
        className={classes.icon}
        label={label}
        path="M5 12h.01M12 12h.01M19 12h.01"
        pathClass={classes.dots}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title={t(lineEditorMessages.more)}
        onClick={isOpen ? () => setIsOpen(false) : open}
        onKeyDown={takeKey}
      />
      {wasOpened && <LineMenu {...{ button, isOpen, setIsOpen, label, listActions }} />}
    </>
  );
}

interface OpenMenuProps extends Pick<LineMenuProps, 'listActions'> {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly isOpen: boolean;
  readonly setIsOpen: (isOpen: boolean) => void;
  readonly label: string;
}

function LineMenu({ button, isOpen, setIsOpen, label, listActions }: OpenMenuProps) {
  const store = useMenuStore({ open: isOpen, setOpen: setIsOpen, placement: 'bottom-end', focusLoop: true });
  useLayoutEffect(() => {
    store.setAnchorElement(button.current);
    store.setDisclosureElement(button.current);
  }, [store, button]);
  useLayoutEffect(() => {
    if (!isOpen) return;
    store.setAutoFocusOnShow(true);
    store.setInitialFocus('first');
  }, [store, isOpen]);
  return (
    <MenuProvider store={store}>
      {/* The rows clip what stands out of them. */}
      <Menu className={menu.menu} aria-label={label} gutter={4} portal unmountOnHide finalFocus={button}>
        {isOpen &&
          listActions().map(action => (
            <MenuItem
              key={action.label}
              render={<button type="button" />}
              className={menu.item}
              disabled={!action.isPossible}
              onClick={() => action.choose()}
            >
              {action.label}
            </MenuItem>
          ))}
      </Menu>
    </MenuProvider>
  );
}

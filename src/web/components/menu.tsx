import { Menu, MenuGroup, MenuGroupLabel, MenuItem, MenuProvider, useMenuStore } from '@ariakit/react/menu';
import { PortalContext } from '@ariakit/react/portal';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { IconButton } from './button.tsx';
import classes from './menu.module.css';

export interface MenuAction {
  readonly label: string;
  readonly isPossible?: boolean | undefined;
  readonly isChosen?: boolean | undefined;
  readonly link?: ReactElement | undefined;
  readonly choose?: (() => void) | undefined;
}

/** Groups have a line between them. */
export type MenuActions = { readonly heading?: string | undefined; readonly actions: readonly MenuAction[] };

type ButtonProps = Pick<
  ComponentProps<'button'>,
  'ref' | 'aria-haspopup' | 'aria-expanded' | 'aria-controls' | 'onClick' | 'onKeyDown'
>;

interface MenuButtonProps {
  readonly label: string;
  readonly renderButton: (props: ButtonProps) => ReactNode;
  readonly listGroups: () => readonly MenuActions[];
  readonly placement?: 'bottom-start' | 'bottom-end';
}

/** A button with a menu, which is made when it is first opened: a list may have a thousand of them. */
export function MenuButton({ renderButton, ...props }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);

  function open() {
    setWasOpened(true);
    setOpen(true);
  }

  function takeKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    open();
  }

  return (
    <>
      {renderButton({
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        onClick: isOpen ? () => setOpen(false) : open,
        onKeyDown: takeKey,
      })}
      {wasOpened && <OpenMenu {...props} {...{ id, button, isOpen, setOpen }} />}
    </>
  );
}

interface MoreMenuProps extends Pick<MenuButtonProps, 'label' | 'listGroups'> {
  readonly title?: string;
  readonly className?: string | undefined;
}

export function MoreMenu({ title, className = '', ...props }: MoreMenuProps) {
  return (
    <MenuButton
      {...props}
      renderButton={button => (
        <IconButton
          {...button}
          className={`${classes.more} ${className}`}
          label={props.label}
          title={title ?? props.label}
          path="M5 12h.01M12 12h.01M19 12h.01"
        />
      )}
    />
  );
}

interface OpenMenuProps extends Omit<MenuButtonProps, 'renderButton'> {
  readonly id: string;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
}

function OpenMenu({
  id,
  label,
  button,
  isOpen,
  setOpen,
  listGroups,
  placement = 'bottom-end',
}: OpenMenuProps) {
  const store = useMenuStore({ open: isOpen, setOpen, placement, focusLoop: true });
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
    // Its place may clip what stands out of it; over a modal dialog is only what is within.
    <PortalContext value={button.current?.closest('dialog') ?? null}>
      <MenuProvider store={store}>
        <Menu
          id={id}
          className={`card scroll anywhere ${classes.menu}`}
          aria-label={label}
          gutter={4}
          portal
          unmountOnHide
          finalFocus={button}
        >
          {isOpen &&
            listGroups().map(({ heading, actions }) => (
              <MenuGroup key={heading ?? actions[0]?.label} className={classes.group}>
                {heading && (
                  <MenuGroupLabel className={`soft small ${classes.heading}`}>{heading}</MenuGroupLabel>
                )}
                {actions.map(action => (
                  <Action key={action.label} {...action} button={button} />
                ))}
              </MenuGroup>
            ))}
        </Menu>
      </MenuProvider>
    </PortalContext>
  );
}

type ActionProps = MenuAction & { readonly button: RefObject<HTMLButtonElement | null> };

function Action({ label, isPossible = true, isChosen, link, choose, button }: ActionProps) {
  function act() {
    // A dialog that it opens gives the focus back to what had it: the item is gone by then.
    button.current?.focus();
    choose?.();
  }
  return (
    <MenuItem
      render={link ?? <button type="button" />}
      className={classes.item}
      disabled={!isPossible}
      onClick={act}
      {...(isChosen !== undefined && { role: 'menuitemradio', 'aria-checked': isChosen })}
    >
      {label}
    </MenuItem>
  );
}

import { Menu, MenuButton as MenuDisclosure, MenuItem, MenuProvider } from '@ariakit/react/menu';
import { Button } from './button.tsx';
import classes from './menu-button.module.css';

interface MenuButtonProps {
  readonly label: string;
  readonly items: readonly { readonly label: string; choose(): void }[];
}

/** A button that opens a menu of actions. Load it lazily: its library is larger than the page's other controls. */
export function MenuButton({ label, items }: MenuButtonProps) {
  return (
    <MenuProvider placement="bottom-start" focusLoop>
      <MenuDisclosure render={<Button variant="default" />}>
        {label}
        <span className={classes.arrow} aria-hidden="true" />
      </MenuDisclosure>
      <Menu className={classes.menu} aria-label={label} gutter={4} unmountOnHide>
        {items.map(item => (
          <MenuItem
            key={item.label}
            render={<button type="button" />}
            className={classes.item}
            onClick={() => item.choose()}
          >
            {item.label}
          </MenuItem>
        ))}
      </Menu>
    </MenuProvider>
  );
}

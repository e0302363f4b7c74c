import { Tab, TabList, TabPanel, TabProvider, useTabStore } from '@ariakit/react/tab';
import { type ReactNode, useId } from 'react';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { IconButton } from './button.tsx';
import classes from './tabs.module.css';

export interface TabEntry<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** How many things wait in it; none is shown for 0. */
  readonly count?: number | undefined;
}

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly TabEntry<Id>[];
  readonly openId: Id | undefined;
  readonly onOpen: (id: Id | undefined) => void;
  readonly renderPanel: (tab: TabEntry<Id>) => ReactNode;
  readonly className?: string;
}

/** Tabs whose panel may be closed, which pressing the open one does. Arrow keys only move the focus: a panel may be a sheet over the page. */
export function Tabs<Id extends string>({
  label,
  tabs,
  openId,
  onOpen,
  renderPanel,
  className,
}: TabsProps<Id>) {
  const prefix = useId();
  const getTabId = (id: Id) => `${prefix}-${id}`;
  const open = tabs.find(({ id }) => id === openId);
  const store = useTabStore({ selectedId: open ? getTabId(open.id) : null, selectOnMove: false });
  function close() {
    // The button that closes is gone with the panel.
    store.move(store.getState().selectedId);
    onOpen(undefined);
  }
  return (
    <TabProvider store={store}>
      <div className={`${classes.bar} ${className ?? ''}`}>
        <TabList className={classes.list} aria-label={label}>
          {tabs.map(({ id, label: name, count }) => (
            <Tab
              key={id}
              id={getTabId(id)}
              className={classes.tab}
              onClick={event => {
                event.preventDefault();
                onOpen(id === openId ? undefined : id);
              }}
            >
              {name}
              {count ? (
                <>
                  {' '}
                  <span className={classes.count}>{count}</span>
                </>
              ) : null}
            </Tab>
          ))}
        </TabList>
        {open && (
          <IconButton
            className={classes.close}
            label={t(pageMessages.closePanel)}
            path="m7 10 5 5 5-5"
            onClick={close}
          />
        )}
      </div>
      {open && (
        <TabPanel className={classes.panel} tabId={getTabId(open.id)}>
          {renderPanel(open)}
        </TabPanel>
      )}
    </TabProvider>
  );
}

import { Tab, TabList, TabProvider, useTabStore } from '@ariakit/react/tab';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { IconButton } from './button.tsx';
import classes from './tabs.module.css';

export interface TabEntry<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly count?: number | undefined;
}

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly TabEntry<Id>[];
  readonly openId: Id | undefined;
  readonly onOpen: (id: Id | undefined) => void;
  readonly renderPanel: (tab: TabEntry<Id>) => ReactNode;
}

/** Tabs whose panel may be closed, which pressing the open one does. Arrow keys only move the focus: a panel may be a sheet over the page. */
export function Tabs<Id extends string>({ label, tabs, openId, onOpen, renderPanel }: TabsProps<Id>) {
  const prefix = useId();
  const panelId = `${prefix}-panel`;
  const getTabId = (id: Id) => `${prefix}-${id}`;
  const open = tabs.find(({ id }) => id === openId);
  const store = useTabStore({ selectedId: open ? getTabId(open.id) : null, selectOnMove: false });
  const last = useRef<string>(undefined);
  useLayoutEffect(() => {
    const closed = openId === undefined ? last.current : undefined;
    last.current = openId && `${prefix}-${openId}`;
    // What had the focus may be gone with the panel.
    if (closed && (document.activeElement ?? document.body) === document.body) store.move(closed);
  }, [store, prefix, openId]);
  return (
    <TabProvider store={store}>
      <div className={classes.bar}>
        <TabList className={classes.list} aria-label={label}>
          {tabs.map(({ id, label: name, count }) => (
            <Tab
              key={id}
              id={getTabId(id)}
              className={`small ${classes.tab}`}
              aria-controls={id === openId ? panelId : undefined}
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
            onClick={() => onOpen(undefined)}
          />
        )}
      </div>
      {open && (
        // Not Ariakit's, which is hidden while the effects of its content run.
        <div role="tabpanel" id={panelId} className={classes.panel} aria-labelledby={getTabId(open.id)}>
          {renderPanel(open)}
        </div>
      )}
    </TabProvider>
  );
}

import type { Message } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { type PagePath, pagePaths } from '#shared/page-paths.ts';

/** The names of the pages in the footer; undefined for those that are not there. */
const names: Readonly<Record<PagePath, Message | undefined>> = {
  '/': pageMessages.home,
  '/premium': pageMessages.plans,
  '/contact': pageMessages.contact,
  '/privacy': pageMessages.privacy,
  '/login': undefined,
  '/register': undefined,
  '/reset': undefined,
  '/sign-in-link': undefined,
  '/account': undefined,
  '/dashboard': undefined,
  '/DashboardPremium': undefined,
};

/** The links of the footer, in the order of the list of addresses. */
export const siteLinks: readonly { readonly path: PagePath; readonly name: Message }[] = pagePaths.flatMap(
  path => {
    const name = names[path];
    return name === undefined ? [] : [{ path, name }];
  },
);

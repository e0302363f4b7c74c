import type { Message } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import type { PagePath } from '#shared/pages.ts';

/** The links of the footer. Other pages are linked where they are needed. */
export const siteLinks: readonly { readonly path: PagePath; readonly name: Message }[] = [
  { path: '/', name: pageMessages.home },
  { path: '/premium', name: pageMessages.plans },
  { path: '/contact', name: pageMessages.contact },
  { path: '/privacy', name: pageMessages.privacy },
];

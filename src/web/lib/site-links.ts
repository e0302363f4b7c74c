import { type PagePath, pagePaths } from '#shared/page-paths.ts';

/** What each page is called below every public page; the others are reached from where they are needed. */
const names: Readonly<Record<PagePath, string | undefined>> = {
  '/': 'Home',
  '/premium': 'Plans',
  '/contact': 'Contact',
  '/privacy': 'Privacy',
  '/login': undefined,
  '/register': undefined,
  '/reset': undefined,
  '/sign-in-link': undefined,
  '/account': undefined,
  '/dashboard': undefined,
  '/DashboardPremium': undefined,
};

/** The pages of the small public site, in the order of the list of addresses. */
export const siteLinks: readonly { readonly path: PagePath; readonly name: string }[] = pagePaths.flatMap(
  path => {
    const name = names[path];
    return name === undefined ? [] : [{ path, name }];
  },
);

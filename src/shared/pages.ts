/**
 * The pages of the site: the router has a screen for each, the server answers each, and everything else is 404. Add a new page here and in
 * src/web/app/router.tsx.
 */

const accountPages = 'features/accounts/account-pages.tsx';

/** Prerendered by the build: the name of the HTML file, and the screen's module if the router loads it lazily. */
export const publicPages = {
  '/': { name: 'home', module: undefined },
  '/login': { name: 'login', module: accountPages },
  '/register': { name: 'register', module: accountPages },
  '/reset': { name: 'reset', module: accountPages },
  '/premium': { name: 'premium', module: 'features/plans/plans-page.tsx' },
  '/contact': { name: 'contact', module: 'features/contact/contact-page.tsx' },
  '/privacy': { name: 'privacy', module: 'features/privacy/privacy-page.tsx' },
} as const;

/** Folder of the HTML files, relative to the page's folder. */
export const publicPagesFolder = 'prerendered';

const otherPages = [
  '/sign-in-link',
  '/account',
  '/review',
  '/setup',
  '/dashboard',
  '/DashboardPremium',
] as const;

export type PublicPagePath = keyof typeof publicPages;
export type PagePath = PublicPagePath | (typeof otherPages)[number];

export const publicPagePaths = Object.keys(publicPages) as PublicPagePath[];
export const pagePaths: readonly PagePath[] = [...publicPagePaths, ...otherPages];

/** The page that react-router shows at a path (no query): case-insensitive, without trailing slashes, decoded. */
export function findPagePath(pathname: string): PagePath | undefined {
  const written = lowerAscii(decode(cutEndSlashes(pathname)));
  return pagePaths.find(path => lowerAscii(path) === written);
}

function cutEndSlashes(pathname: string): string {
  let end = pathname.length;
  while (end > 1 && pathname[end - 1] === '/') end -= 1;
  return pathname.slice(0, end);
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** `toLowerCase` maps the kelvin sign to k, the router does not. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/gu, letter => letter.toLowerCase());
}

/**
 * The addresses of the page: its router has a screen for each, and the server answers each with the page. Everything else
 * is 404.
 */
export const pagePaths = [
  '/',
  '/login',
  '/register',
  '/reset',
  '/sign-in-link',
  '/premium',
  '/contact',
  '/privacy',
  '/account',
  '/dashboard',
  '/DashboardPremium',
] as const;

export type PagePath = (typeof pagePaths)[number];

/**
 * The page that the router (react-router) shows at an address: capital letters do not count, nor do slashes at the end,
 * nor how a letter is encoded.
 * @param pathname without a query
 */
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

/** To `toLowerCase` a kelvin sign is a k, to the router it is not. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/gu, letter => letter.toLowerCase());
}

import type { PagePath } from './page-paths.ts';

/**
 * The pages that show a stranger all they have without asking anything: the build lays each down as HTML, and the server
 * answers with it. By their addresses, with the names of their files.
 */
export const publicPages = {
  '/': 'home',
  '/login': 'login',
  '/register': 'register',
  '/reset': 'reset',
  '/premium': 'premium',
  '/contact': 'contact',
  '/privacy': 'privacy',
} as const satisfies Partial<Record<PagePath, string>>;

/** Where the build lays them, below the folder of the page. */
export const publicPagesFolder = 'prerendered';

import { prerender } from 'react-dom/static';
import { createMemoryRouter } from 'react-router';
import { publicPages } from '#shared/pages.ts';
import { Page } from './page.tsx';
import { loadPage, routes } from './router.tsx';

export interface PrerenderedPage {
  readonly name: string;
  readonly title: string;
  readonly html: string;
  readonly module: string | undefined;
}

/** Renders every public page as for a visitor before any response of the server. For the build (vite.config.ts). */
export async function prerenderPages(): Promise<PrerenderedPage[]> {
  const pages: PrerenderedPage[] = [];
  for (const [path, { name, module }] of Object.entries(publicPages)) {
    await loadPage(path);
    const router = createMemoryRouter(routes, { initialEntries: [path] });
    const { title, html } = takeTitle(await draw(router), path);
    pages.push({ name, title, html, module });
    router.dispose();
  }
  return pages;
}

async function draw(router: ReturnType<typeof createMemoryRouter>): Promise<string> {
  const { prelude } = await prerender(<Page router={router} />, {
    onError: error => {
      throw error;
    },
  });
  return new Response(prelude).text();
}

/** React puts a title before everything else; it belongs into the head. */
function takeTitle(drawn: string, path: string): { title: string; html: string } {
  const found = /^<title>([^<]+)<\/title>/u.exec(drawn);
  if (!found?.[1]) throw new Error(`The page ${path} has no title of its own.`);
  return { title: found[1], html: drawn.slice(found[0].length) };
}

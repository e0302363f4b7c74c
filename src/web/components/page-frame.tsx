import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';
import { Link, NavLink } from 'react-router';
import { type Message, t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import type { PagePath } from '#shared/pages.ts';
import { keepItem, readItem } from '../lib/browser-storage.ts';
import { CloseLink, IconButton } from './button.tsx';
import { PanelHead } from './dialog.tsx';
import classes from './page-frame.module.css';

/** The logo: 弁, the first character of "benshi". */
export function Badge({ className = '' }: { className?: string | undefined }) {
  return (
    <svg className={`${classes.badge} ${className}`} viewBox="0 0 48 48" aria-hidden="true">
      <rect className={classes.ground} x="2" y="2" width="44" height="44" rx="7" />
      <path
        className={`drawing ${classes.strokes}`}
        d="M24 8 13.5 19.5 33 18M29 13.5l6 6.5M9.5 28h29M18 21.5v9c0 4.5-2.2 7.5-7 9.5M31 21.500V40"
      />
    </svg>
  );
}

/** Until it is used, the system's setting applies. */
function ColorSchemeToggle() {
  const [scheme, choose] = useColorScheme();
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      label={t(other === 'dark' ? pageMessages.useDarkColours : pageMessages.useLightColours)}
      path="M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16ZM12 4a8 8 0 0 0 0 16Z"
      pathClass={classes.scheme}
      onClick={() => choose(other)}
    />
  );
}

type ColorScheme = 'light' | 'dark';

/** As read by public/before-first-sight.js; a legacy name. */
const storageKey = 'mantine-color-scheme-value';

const listeners = new Set<() => void>();

export function useColorScheme(): [scheme: ColorScheme, choose: (scheme: ColorScheme) => void] {
  const readShown = () => (document.documentElement.dataset.colorScheme === 'dark' ? 'dark' : 'light');
  // The prerendered HTML is light; only the browser knows the choice.
  return [useSyncExternalStore(listen, readShown, () => 'light'), choose];
}

function choose(scheme: ColorScheme): void {
  keepItem(storageKey, scheme);
  show(scheme);
}

function show(scheme: ColorScheme): void {
  document.documentElement.dataset.colorScheme = scheme;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const followSystem = () => {
    if (!readChosen()) show(system.matches ? 'dark' : 'light');
  };
  const followTab = ({ key }: StorageEvent) => {
    const chosen = key === storageKey ? readChosen() : undefined;
    if (chosen) show(chosen);
  };
  listeners.add(listener);
  system.addEventListener('change', followSystem);
  window.addEventListener('storage', followTab);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', followSystem);
    window.removeEventListener('storage', followTab);
  };
}

function readChosen(): ColorScheme | undefined {
  const chosen = readItem(storageKey);
  return chosen === 'light' || chosen === 'dark' ? chosen : undefined;
}

/** The product's name, the colour scheme, and additions of a page. The page has an element with id `main`. */
export function PageHeader({ children }: { children?: ReactNode }) {
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page, also before any script has run */}
      <a className={classes.skip} href="#main" onClick={skipToMain}>
        {t(pageMessages.skipToMain)}
      </a>
      <header className={classes.header}>
        <Link className={classes.brand} to="/">
          <Badge />
          <span>Benshi</span>
        </Link>
        <div className={classes.actions}>
          {children}
          {/* Last, so that it does not move when the session is known. */}
          <ColorSchemeToggle />
        </div>
      </header>
    </>
  );
}

/** Like the link, but without changing the address, which the router would take for leaving the page. */
function skipToMain(event: MouseEvent): void {
  const main = document.getElementById('main');
  if (!main) return;
  event.preventDefault();
  main.focus();
  main.scrollIntoView();
}

const links: readonly { readonly path: PagePath; readonly name: Message }[] = [
  { path: '/', name: pageMessages.home },
  { path: '/premium', name: pageMessages.plans },
  { path: '/contact', name: pageMessages.contact },
  { path: '/privacy', name: pageMessages.privacy },
];

export function SiteFooter() {
  return (
    <footer className={`soft small ${classes.footer}`}>
      <nav aria-label={t(pageMessages.siteNavigation)}>
        <ul className={`row ${classes.links}`}>
          {links.map(({ path, name }) => (
            <li key={path}>
              <NavLink to={path} end={path === '/'}>
                {t(name)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={`row ${classes.words}`}>
        <p className="flat">{t(pageMessages.licence)}</p>
        <a href="/source">{t(pageMessages.sourceCode)}</a>
      </div>
    </footer>
  );
}

interface FormPageProps {
  readonly title: string;
  readonly closesTo?: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export function FormPage({ title, closesTo, isWide, children }: FormPageProps) {
  return (
    <section className={`card ${classes.panel}`} data-wide={isWide}>
      <title>{t(pageMessages.documentTitle, { title })}</title>
      <PanelHead>
        <h1>{title}</h1>
        {closesTo && <CloseLink to={closesTo} />}
      </PanelHead>
      {children}
    </section>
  );
}

type TextPageProps = { readonly title: string; readonly lead: ReactNode; readonly children?: ReactNode };

export function TextPage({ title, lead, children }: TextPageProps) {
  return (
    <div className={classes.text}>
      <title>{t(pageMessages.documentTitle, { title })}</title>
      <div className={classes.intro}>
        <h1>{title}</h1>
        <div className={`soft ${classes.lead}`}>{lead}</div>
      </div>
      {children}
    </div>
  );
}

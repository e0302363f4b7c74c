import { NavLink } from 'react-router';
import { type Message, t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import type { PagePath } from '#shared/pages.ts';
import classes from './site-footer.module.css';

/** Other pages are linked where they are needed. */
const links: readonly { readonly path: PagePath; readonly name: Message }[] = [
  { path: '/', name: pageMessages.home },
  { path: '/premium', name: pageMessages.plans },
  { path: '/contact', name: pageMessages.contact },
  { path: '/privacy', name: pageMessages.privacy },
];

export function SiteFooter() {
  return (
    <footer className={classes.footer}>
      <nav aria-label={t(pageMessages.siteNavigation)}>
        <ul className={classes.links}>
          {links.map(({ path, name }) => (
            <li key={path}>
              <NavLink to={path} end={path === '/'}>
                {t(name)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.words}>
        <p>{t(pageMessages.licence)}</p>
        <a href="/source">{t(pageMessages.sourceCode)}</a>
      </div>
    </footer>
  );
}

import { NavLink } from 'react-router';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { siteLinks } from '../lib/site-links.ts';
import classes from './site-footer.module.css';

/** Links to the public pages. */
export function SiteFooter() {
  return (
    <footer className={classes.footer}>
      <nav aria-label={t(pageMessages.siteNavigation)}>
        <ul className={classes.links}>
          {siteLinks.map(({ path, name }) => (
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

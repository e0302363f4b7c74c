import { NavLink } from 'react-router';
import { siteLinks } from '../lib/site-links.ts';
import classes from './site-footer.module.css';

/** The ways to every page of the small public site, below each of them. */
export function SiteFooter() {
  return (
    <footer className={classes.footer}>
      <nav aria-label="This site">
        <ul className={classes.links}>
          {siteLinks.map(({ path, name }) => (
            <li key={path}>
              <NavLink to={path} end={path === '/'}>
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.words}>
        <p>A benshi stood beside the screen and told silent films to the audience.</p>
        <p>
          Free software under the AGPL-3.0. <a href="/source">Source code</a>
        </p>
      </div>
    </footer>
  );
}

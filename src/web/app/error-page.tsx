import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { Badge } from '../components/badge.tsx';
import { Button, ButtonLink } from '../components/button.tsx';
import { noteError } from '../lib/early-errors.ts';
import classes from './error-page.module.css';
import { PageFrame } from './page-frame.tsx';

/** Shown for an unknown address, a chunk that failed to load, and any other error of a route. */
export function ErrorPage() {
  const error = useRouteError();
  const { pathname } = useLocation();
  useEffect(() => {
    // An unknown address is not an error of the page.
    if (!isRouteErrorResponse(error)) noteError(error);
  }, [error]);
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <PageFrame>
        <div className={classes.scene}>
          <Trouble reason={describeRouteError(error)} />
          <p className={classes.explanation}>
            <strong>{decodeAddress(pathname)}</strong>
            <br />
            {t(pageMessages.noSuchPage)}
          </p>
          <HomeLink />
        </div>
      </PageFrame>
    );
  // Without header and footer, which may have caused the error.
  return (
    <main className={classes.page}>
      <Trouble reason={describeRouteError(error)} />
      <div className={classes.ways}>
        <Button onClick={() => window.location.reload()}>{t(pageMessages.reload)}</Button>
        <HomeLink isQuiet />
      </div>
    </main>
  );
}

function Trouble({ reason }: { reason: string }) {
  return (
    <>
      <title>{t(pageMessages.unexpectedError)}</title>
      <Badge className={classes.badge} />
      <h1>{t(pageMessages.unexpectedError)}</h1>
      <p className={classes.reason}>{reason}</p>
    </>
  );
}

/** A full load, not a route, to reset all state. */
function HomeLink({ isQuiet = false }: { isQuiet?: boolean }) {
  return (
    <ButtonLink href="/" {...(isQuiet && { variant: 'default' })}>
      {t(pageMessages.goHome)}
    </ButtonLink>
  );
}

/** Without percent-encoding, if it can be decoded. */
function decodeAddress(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

function describeRouteError(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  if (error instanceof Error) return error.message;
  return t(pageMessages.pageFailed);
}

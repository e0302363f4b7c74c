import { type ReactNode, useEffect } from 'react';
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router';
import { Badge } from '../components/badge.tsx';
import { Button, ButtonLink } from '../components/button.tsx';
import { noteError } from '../lib/early-errors.ts';
import classes from './error-page.module.css';
import { PageFrame } from './page-frame.tsx';

/** The end of every road that leads nowhere: an unknown address, a part that did not load, a fault of ours. */
export function ErrorPage() {
  const error = useRouteError();
  const isUnknownAddress = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    // An address that does not exist is no fault of ours.
    if (!isRouteErrorResponse(error)) noteError(error);
  }, [error]);
  if (isUnknownAddress)
    return (
      <PageFrame>
        <UnknownAddress reason={describeRouteError(error)} />
      </PageFrame>
    );
  // Without head and foot: what broke may be part of them.
  return (
    <main className={classes.page}>
      <Trouble reason={describeRouteError(error)}>
        <Button onClick={() => window.location.reload()}>Reload the page</Button>
        <WayHome isQuiet />
      </Trouble>
    </main>
  );
}

/** Nothing is broken, and a reload would not help. */
function UnknownAddress({ reason }: { reason: string }) {
  const { pathname } = useLocation();
  return (
    <div className={classes.scene}>
      <Trouble
        reason={reason}
        explanation={
          <p className={classes.explanation}>
            There is no page at <strong>{decodeAddress(pathname)}</strong>. It may have moved, or there is a
            slip in the address.
          </p>
        }
      >
        <WayHome />
      </Trouble>
    </div>
  );
}

interface TroubleProps {
  readonly reason: string;
  readonly explanation?: ReactNode;
  /** The ways out. */
  readonly children: ReactNode;
}

function Trouble({ reason, explanation, children }: TroubleProps) {
  return (
    <>
      <title>Unexpected Application Error!</title>
      <Badge className={classes.badge} />
      <h1>Unexpected Application Error!</h1>
      <p className={classes.reason}>{reason}</p>
      {explanation}
      <div className={classes.ways}>{children}</div>
    </>
  );
}

/** A full load, not a route: whatever broke is gone with it. */
function WayHome({ isQuiet = false }: { isQuiet?: boolean }) {
  return (
    <ButtonLink href="/" {...(isQuiet && { variant: 'default' })}>
      To the start
    </ButtonLink>
  );
}

/** As somebody would write it; what cannot be read so, as it is. */
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
  return 'Something went wrong on this page.';
}

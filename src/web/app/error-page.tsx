import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { Seal } from '../components/seal.tsx';
import { noteError } from '../lib/early-errors.ts';
import classes from './error-page.module.css';

/** The end of every road that leads nowhere: an unknown address, a part that did not load, a fault of ours. */
export function ErrorPage() {
  const error = useRouteError();
  useEffect(() => {
    // An address that does not exist is no fault of ours.
    if (!isRouteErrorResponse(error)) noteError(error);
  }, [error]);
  return (
    <main className={classes.page}>
      <title>Unexpected Application Error!</title>
      <Seal className={classes.seal} />
      <h1>Unexpected Application Error!</h1>
      <p className={classes.reason}>{describeRouteError(error)}</p>
      <div className={classes.ways}>
        <Button onClick={() => window.location.reload()}>Reload the page</Button>
        {/* A full load, not a route: whatever broke is gone with it. */}
        <Button component="a" href="/" variant="default">
          To the start
        </Button>
      </div>
    </main>
  );
}

function describeRouteError(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  if (error instanceof Error) return error.message;
  return 'Something went wrong on this page.';
}

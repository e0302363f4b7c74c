import { Link } from 'react-router';
import classes from './login-page.module.css';

/** Where the sign in / sign up button leads until there are accounts. */
export function LoginPage() {
  return (
    <div className={classes.page}>
      <title>Sign in · Benshi</title>
      <h1>Accounts come soon</h1>
      <p>
        Signing in and signing up are not open yet. You need no account for the free page: narrate a video
        there now.
      </p>
      <p>
        <Link to="/">Back to the free page</Link>
      </p>
    </div>
  );
}

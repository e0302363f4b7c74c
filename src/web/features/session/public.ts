export { afterDeletion, askForLogin, isAccountDeleted, readLoginRequest } from './login-request.ts';
export { changeSession, getDashboardPath, type Session, useRefreshSession, useSession } from './session.ts';
export { VisitorsOnly } from './visitors-only.tsx';

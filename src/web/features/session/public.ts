export { GuestsOnly } from './guests-only.tsx';
export { afterDeletion, askForLogin, isAccountDeleted, readLoginRequest } from './login-request.ts';
export { changeSession, getDashboardPath, type Session, useRefreshSession, useSession } from './session.ts';

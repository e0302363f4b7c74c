export { afterDeletion, askForLogin, isAccountDeleted, readLoginRequest } from './login-request.ts';
export {
  changeSession,
  endSession,
  getDashboardPath,
  type Session,
  useRefreshSession,
  useSession,
} from './session.ts';

export { AccountAccess, LoginDialog } from './account-access.tsx';
export {
  AuthFailure,
  getText,
  LinkProblem,
  NewPasswordField,
  PasswordField,
  postAuth,
  useSubmission,
} from './account-form.tsx';
export { LoginForm, ProviderButtons } from './login-form.tsx';
export {
  afterDeletion,
  askForLogin,
  changeSession,
  endSession,
  getDashboardPath,
  isAccountDeleted,
  isPrerendered,
  readLoginRequest,
  sharingSearch,
  useRefreshSession,
  useSession,
} from './session.ts';

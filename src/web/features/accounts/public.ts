export { AccountAccess } from './account-access.tsx';
export { AuthFailure, postAuth } from './call-auth.ts';
export { getText, PasswordField, useSubmission } from './fields.tsx';
export { GoogleButton } from './google-button.tsx';
export { LinkProblem } from './link-problem.tsx';
export { LoginDialog } from './login-dialog.tsx';
export { LoginForm } from './login-form.tsx';
export { NewPasswordField } from './new-password-field.tsx';

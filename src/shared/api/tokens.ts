/** What a token of an account may do. Managing the account itself needs a session. */
export const tokenScopes = ['narrate', 'read projects', 'write projects'] as const;

export type TokenScope = (typeof tokenScopes)[number];

import { postJson } from './requests.ts';

let count = 0;

/** Registers a new person. @returns the `Cookie` header of their session */
export async function signUpForCookie(url: string): Promise<string> {
  count += 1;
  const email = `person-${process.pid}-${count}@example.org`;
  const body = { name: 'A Person', email, password: 'an unusual pass phrase' };
  const answer = await postJson(`${url}/api/auth/sign-up/email`, body);
  if (!answer.ok) throw new Error(`The registration ended with ${answer.status}: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';', 1)[0])
    .join('; ');
}

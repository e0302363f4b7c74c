/** A person with a browser: keeps cookies, sends them back, and sets Origin. */
export interface AccountClient {
  readonly cookies: ReadonlyMap<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body?: object, headers?: Record<string, string>): Promise<Response>;
  /** Sends JSON by another method. */
  send(method: 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Response>;
  postForm(path: string, form: FormData, headers?: Record<string, string>): Promise<Response>;
  delete(path: string): Promise<Response>;
  signUp(person: Person): Promise<Response>;
  signIn(person: Pick<Person, 'email' | 'password'>): Promise<Response>;
  signOut(): Promise<Response>;
  forgetCookies(): void;
  keepCookie(name: string, value: string): void;
}

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

let count = 0;

/** A person without an account. */
export function makePerson(): Person {
  count += 1;
  const email = `ada-${process.pid}-${count}@example.org`;
  return { name: 'Ada Lovelace', email, password: 'a loom of numbers 1843' };
}

/**
 * Creates a client with its own cookies.
 * @param address sent as `X-Forwarded-For`, for a server whose TRUST_PROXY names this machine
 * @param signal ends all requests, as closing a browser does
 */
export function createAccountClient(url: string, address?: string, signal?: AbortSignal): AccountClient {
  const cookies = new Map<string, string>();

  async function send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has('origin')) headers.set('origin', new URL(url).origin);
    if (address) headers.set('x-forwarded-for', address);
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(pair => pair.join('=')).join('; '));
    const answer = await fetch(new URL(path, url), {
      ...init,
      headers,
      redirect: 'manual',
      signal: signal ?? null,
    });
    for (const line of answer.headers.getSetCookie()) keep(line);
    return answer;
  }

  function keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(line) ?? [];
    if (value === '' || /;\s*max-age=0/iu.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  }

  const client: AccountClient = {
    cookies,
    send: (method, path, body) =>
      send(path, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      }),
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body = {}, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    async postForm(path, form, headers = {}) {
      // As bytes: aborting an upload of a form that Node's fetch (undici 7.29) encodes ends the process.
      const encoded = new Response(form);
      const type = encoded.headers.get('content-type') ?? '';
      const body = await encoded.arrayBuffer();
      return send(path, { method: 'POST', body, headers: { 'content-type': type, ...headers } });
    },
    delete: path => send(path, { method: 'DELETE' }),
    signUp: person => client.post('/api/auth/sign-up/email', person),
    signIn: ({ email, password }) => client.post('/api/auth/sign-in/email', { email, password }),
    signOut: () => client.post('/api/auth/sign-out'),
    forgetCookies: () => cookies.clear(),
    keepCookie: (name, value) => cookies.set(name, value),
  };
  return client;
}

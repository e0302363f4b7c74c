import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';

/** What `GET /api/openapi.json` says of a call. */
interface DeclaredCall {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: object }>> }>
  >;
}

interface Declaration {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DeclaredCall>>>>;
  readonly components: object;
}

/** Of HTTP itself, of any address: another method, an unknown `Expect`, and what no client sees any more. */
const undeclaredStatuses = new Set([405, 417, 499]);
const found: string[] = [];
const calls = new Map<number, readonly (readonly [RegExp, string, DeclaredCall])[]>();
const validators = new WeakMap<object, (body: unknown) => string | undefined>();

/** From here on every answer of this server is compared with what it declares. */
export async function checkAnswers(url: string): Promise<void> {
  const { paths, components }: Declaration = await (await fetch(`${url}/api/openapi.json`)).json();
  const listed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => {
      for (const { content } of Object.values(call.responses))
        for (const { schema } of Object.values(content ?? {})) Object.assign(schema, { components });
      const pattern = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/gu, '[^/]+');
      return [new RegExp(`^${pattern}$`, 'u'), method.toUpperCase(), call] as const;
    }),
  );
  // A path with a name in it comes after the one without.
  calls.set(
    Number(new URL(url).port),
    listed.sort(([one], [other]) => one.source.split('[').length - other.source.split('[').length),
  );
}

function judge({ request, response, body }: Answer): string | undefined {
  const path = new URL(request.url ?? '', 'http://localhost').pathname;
  const call = calls
    .get(request.socket.localPort ?? 0)
    ?.find(([pattern, method]) => method === request.method && pattern.test(path))?.[2];
  const { statusCode: status } = response;
  if (!call || undeclaredStatuses.has(status)) return undefined;
  const declared = call.responses[status];
  if (!declared) return `${call.operationId}: ${status} is not declared: ${body().slice(0, 200)}`;
  const type = String(response.getHeader('content-type') ?? '').split(';', 1)[0] ?? '';
  if (type === '' || !declared.content) return undefined;
  const { schema } = declared.content[type] ?? {};
  if (!schema) return `${call.operationId}: ${status} as ${type} is not declared`;
  const problem =
    type === 'application/json' && response.getHeader('content-encoding') === undefined
      ? validate(schema, body())
      : undefined;
  return problem && `${call.operationId}: ${status} is not as declared: ${problem}`;
}

function validate(schema: object, body: string): string | undefined {
  let known = validators.get(schema);
  if (!known) {
    const check = new AjvJsonSchemaValidator().getValidator(schema as never);
    known = value => check(value).errorMessage;
    validators.set(schema, known);
  }
  try {
    return known(JSON.parse(body));
  } catch (error) {
    return `${error}: ${body.slice(0, 100)}`;
  }
}

interface Answer {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: () => string;
}

function follow(message: unknown): void {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  if (!calls.has(request.socket.localPort ?? 0)) return;
  const pieces: Buffer[] = [];
  const keep = (piece: unknown) => {
    if (typeof piece === 'string' || piece instanceof Uint8Array) pieces.push(Buffer.from(piece as string));
  };
  for (const name of ['write', 'end'] as const) {
    const send = response[name].bind(response) as (...args: unknown[]) => never;
    response[name] = (...args: unknown[]) => {
      keep(args[0]);
      return send(...args);
    };
  }
  response.once('finish', () => {
    const problem = judge({ request, response, body: () => Buffer.concat(pieces).toString() });
    if (problem && !found.includes(problem)) found.push(problem);
  });
}

/** Follows the answers of all servers in this process. @returns ends it, and says what was not as declared */
export function followAnswers(): () => string[] {
  const channel = 'http.server.request.start';
  subscribe(channel, follow);
  return () => {
    unsubscribe(channel, follow);
    return found.splice(0);
  };
}

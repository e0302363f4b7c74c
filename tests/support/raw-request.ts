import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends raw bytes that no client library would send, and reads one answer.
 * @param port on this machine
 * @throws when the connection ends without a whole answer
 */
export async function sendRaw(port: number, bytes: string | Uint8Array): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  try {
    socket.write(bytes);
    return await readAnswer(socket);
  } finally {
    socket.destroy();
  }
}

/** Reads one answer with a Content-Length from a socket. */
export async function readAnswer(socket: Socket): Promise<RawAnswer> {
  let received = '';
  socket.setEncoding('utf8');
  for await (const text of socket) {
    received += text;
    const answer = parseAnswer(received);
    if (answer) return answer;
  }
  throw new Error(`The connection ended after: ${JSON.stringify(received.slice(0, 500))}`);
}

function parseAnswer(text: string): RawAnswer | undefined {
  const [head, body] = split(text, '\r\n\r\n');
  if (body === undefined) return undefined;
  const [statusLine = '', ...lines] = head.split('\r\n');
  const status = Number(statusLine.split(' ')[1]);
  if (status < 200) return parseAnswer(body);
  const headers = Object.fromEntries(
    lines.map(line => split(line, ':')).map(([name, value]) => [name.toLowerCase(), value?.trim() ?? '']),
  );
  if (Buffer.byteLength(body) < Number(headers['content-length'] ?? 0)) return undefined;
  return { status, headers, body };
}

function split(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** The head of a POST request, to be followed by its body. */
export function makeHead(path: string, headers: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

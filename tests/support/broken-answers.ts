import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** One request that a stand-in is answering. */
export interface AnswerExchange {
  readonly response: ServerResponse;
  /** The answer without a fault. */
  readonly normal: { readonly mediaType: string; readonly body: Buffer };
  /** The stand-in's origin, as an internal host that must not be disclosed. */
  readonly inside: string;
}

/** A way of answering, for any stand-in. */
type AnyBehaviour = (exchange: AnswerExchange) => void | Promise<void>;

/** Ways in which any provider can fail to answer, each for one request. */

/** Writes the head of the normal answer; the fault writes the body. */
export function startAnswer(
  { response, normal }: AnswerExchange,
  headers: Record<string, string | number> = {},
) {
  response.writeHead(200, { 'content-type': normal.mediaType, ...headers });
}

function answerWith(mediaType: string, body: string | Buffer): AnyBehaviour {
  return ({ response }) => {
    response.writeHead(200, { 'content-type': mediaType });
    response.end(body);
  };
}

const html = '<!doctype html><html><body>Please log in to the Wi-Fi first.</body></html>';

export const brokenAnswers = {
  redirectInside: ({ response, inside }) => {
    response.writeHead(307, { location: `${inside}/v1/secrets` });
    response.end();
  },
  reset: ({ response }) => {
    response.socket?.resetAndDestroy();
  },
  noHeaders: () => undefined,
  headersThenSilence: exchange => {
    startAnswer(exchange);
    exchange.response.flushHeaders();
  },
  halfThenSilence: exchange => {
    startAnswer(exchange);
    exchange.response.write(firstHalf(exchange));
  },
  dripping: exchange => {
    startAnswer(exchange);
    let at = 0;
    const timer = setInterval(() => {
      exchange.response.write(exchange.normal.body.subarray(at % exchange.normal.body.length).subarray(0, 1));
      at += 1;
    }, 10);
    exchange.response.on('close', () => clearInterval(timer));
  },
  cutInTheMiddle: exchange => {
    startAnswer(exchange);
    exchange.response.write(firstHalf(exchange), () => exchange.response.destroy());
  },
  endsTooEarly: exchange => {
    startAnswer(exchange);
    exchange.response.end(firstHalf(exchange));
  },
  longerThanSaid: exchange => {
    startAnswer(exchange, { 'content-length': exchange.normal.body.length + 100 });
    exchange.response.write(exchange.normal.body, () => exchange.response.destroy());
  },
  html: answerWith('text/html; charset=utf-8', html),
  htmlThatClaimsToBeRight: exchange => {
    startAnswer(exchange);
    exchange.response.end(html);
  },
  empty: exchange => {
    startAnswer(exchange, { 'content-length': 0 });
    exchange.response.end();
  },
  noContent: ({ response }) => {
    response.writeHead(204);
    response.end();
  },
  endless: sendWithoutEnd,
  /** A gateway that gave up waiting; the provider finishes and charges all the same. */
  gatewayTimeout: ({ response }) => {
    response.writeHead(504, { 'content-type': 'text/html' });
    response.end('<html><head><title>504 Gateway Time-out</title></head></html>');
  },
} satisfies Record<string, AnyBehaviour>;

export function firstHalf({ normal }: AnswerExchange): Buffer {
  return normal.body.subarray(0, Math.floor(normal.body.length / 2));
}

const endlessBytes = 300 * 2 ** 20;
const mp3FrameHeaderBytes = 4;

/** 300 MB that start like the normal answer, as fast as they are read. */
async function sendWithoutEnd(exchange: AnswerExchange): Promise<void> {
  startAnswer(exchange);
  const pieces = Readable.from(generateWithoutEnd(exchange.normal.body));
  // Fails when the client closes the connection, which is expected.
  await pipeline(pieces, exchange.response).catch(() => undefined);
}

function* generateWithoutEnd(start: Buffer) {
  const afterContent = start.indexOf('"content":"') + '"content":"'.length;
  yield start.subarray(0, start.includes('"content":"') ? afterContent : mp3FrameHeaderBytes);
  const piece = Buffer.alloc(2 ** 20, 'a');
  for (let sent = 0; sent < endlessBytes; sent += piece.length) yield piece;
}

/** An answer of two parts: the second is only sent once `release` settles. */
export function pauseInTheMiddle(release: Promise<void>): AnyBehaviour {
  return async exchange => {
    startAnswer(exchange);
    const half = firstHalf(exchange);
    exchange.response.write(half);
    await release;
    exchange.response.end(exchange.normal.body.subarray(half.length));
  };
}

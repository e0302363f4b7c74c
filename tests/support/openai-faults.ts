import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  completionBody,
  completionChunks,
  eventStreamText,
  invalidKeyError,
  type Said,
  vendorErrors,
} from './openai-bodies.ts';
import type { Behaviour, Exchange } from './openai-stand-in.ts';

/** Ways in which a provider can fail, each a behaviour of the stand-in for one request. */

function refuse(status: number, error: object, headers: Record<string, string> = {}): Behaviour {
  return ({ response }) => sendJson(response, status, { error }, headers);
}

function sendJson(response: ServerResponse, status: number, body: object, headers = {}) {
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-request-id': 'req_stand_in',
    ...headers,
  });
  response.end(JSON.stringify(body));
}

export const refusals = {
  badRequest: refuse(400, vendorErrors.badRequest),
  wrongTokenLimit: refuse(400, vendorErrors.wrongTokenLimit),
  contentPolicy: refuse(400, vendorErrors.contentPolicy),
  invalidKey: ({ request, response }) =>
    sendJson(response, 401, { error: invalidKeyError(request.headers.authorization ?? '') }),
  forbidden: refuse(403, vendorErrors.country),
  unknownModel: refuse(404, vendorErrors.unknownModel),
  conflict: refuse(409, vendorErrors.conflict),
  unprocessable: refuse(422, vendorErrors.unprocessable),
  rateLimit: refuse(429, vendorErrors.rateLimit),
  rateLimitFor2s: refuse(429, vendorErrors.rateLimit, { 'retry-after': '2' }),
  rateLimitForAnHour: refuse(429, vendorErrors.rateLimit, { 'retry-after': '3600' }),
  /** The wait is a millisecond, so that a test of retries need not wait. */
  rateLimitFor1ms: refuse(429, vendorErrors.rateLimit, { 'retry-after-ms': '1' }),
  outOfQuota: refuse(429, vendorErrors.quota),
  serverError: refuse(500, vendorErrors.server),
  serverErrorFor1ms: refuse(500, vendorErrors.server, { 'retry-after-ms': '1' }),
  badGateway: ({ response }) => {
    response.writeHead(502, { 'content-type': 'text/html' });
    response.end('<html><head><title>502 Bad Gateway</title></head><body>cloudflare</body></html>');
  },
  overloaded: refuse(503, vendorErrors.overloaded),
  redirectInside: ({ response, inside }) => {
    response.writeHead(307, { location: `${inside}/v1/secrets` });
    response.end();
  },
} satisfies Record<string, Behaviour>;

/** Writes the head of the normal answer; the body is left to the fault. */
function startAnswer({ response, normal }: Exchange, headers: Record<string, string | number> = {}) {
  response.writeHead(200, { 'content-type': normal.mediaType, ...headers });
}

function answerWith(mediaType: string, body: string | Buffer): Behaviour {
  return ({ response }) => {
    response.writeHead(200, { 'content-type': mediaType });
    response.end(body);
  };
}

const html = '<!doctype html><html><body>Please log in to the Wi-Fi first.</body></html>';

export const brokenAnswers = {
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
} satisfies Record<string, Behaviour>;

function firstHalf({ normal }: Exchange): Buffer {
  return normal.body.subarray(0, Math.floor(normal.body.length / 2));
}

const endlessBytes = 300 * 2 ** 20;
const mp3FrameHeaderBytes = 4;

/** 300 MB that start like the normal answer, as fast as they are taken. */
async function sendWithoutEnd(exchange: Exchange): Promise<void> {
  startAnswer(exchange);
  const pieces = Readable.from(generateWithoutEnd(exchange.normal.body));
  // Fails when the client closes the connection, which is what it should do.
  await pipeline(pieces, exchange.response).catch(() => undefined);
}

function* generateWithoutEnd(start: Buffer) {
  const afterContent = start.indexOf('"content":"') + '"content":"'.length;
  yield start.subarray(0, start.includes('"content":"') ? afterContent : mp3FrameHeaderBytes);
  const piece = Buffer.alloc(2 ** 20, 'a');
  for (let sent = 0; sent < endlessBytes; sent += piece.length) yield piece;
}

/** A chat answer with these words, in one piece or streamed as it was asked for. */
export function answerSaying(said: Said): Behaviour {
  return ({ call, model, response }) => {
    const streamed = call === 'script';
    response.writeHead(200, {
      'content-type': streamed ? 'text/event-stream; charset=utf-8' : 'application/json',
    });
    response.end(
      streamed ? eventStreamText(completionChunks(model, said)) : JSON.stringify(completionBody(model, said)),
    );
  };
}

/** An answer of two parts: the second is only sent once `release` settles. */
export function pauseInTheMiddle(release: Promise<void>): Behaviour {
  return async exchange => {
    startAnswer(exchange);
    const half = firstHalf(exchange);
    exchange.response.write(half);
    await release;
    exchange.response.end(exchange.normal.body.subarray(half.length));
  };
}

function chatOnly(change: (body: string) => string | Buffer): Behaviour {
  return exchange => {
    startAnswer(exchange);
    exchange.response.end(change(exchange.normal.body.toString()));
  };
}

export const oddChats = {
  brokenJson: chatOnly(body => body.replaceAll('"choices":', '"choices"')),
  noChoices: chatOnly(body => body.replace(/"choices":\[.*?\}\]/gsu, '"choices":[]')),
  nullContent: answerSaying({ content: null }),
  refusal: answerSaying({ content: null, refusal: "I'm sorry, I can't assist with that request." }),
  politeRefusal: answerSaying({ content: "I'm sorry, but I can't assist with that." }),
  contentFilter: answerSaying({ content: 'A man walks', finishReason: 'content_filter' }),
  cutAtLimit: answerSaying({ content: 'A dog runs. It barks at the', finishReason: 'length' }),
  farTooMuch: answerSaying({ content: 'word '.repeat(5000) }),
  nothingWithinLimit: answerSaying({ content: '', finishReason: 'length' }),
  loneSurrogates: answerSaying({ content: 'A dog\u0000 runs. \ud800It barks.' }),
  badUtf8: ({ normal, ...exchange }) => {
    startAnswer({ normal, ...exchange });
    const at = normal.body.indexOf('dog');
    exchange.response.end(
      Buffer.concat([normal.body.subarray(0, at), Buffer.from([0xc3, 0x28, 0xff]), normal.body.subarray(at)]),
    );
  },
  /** An error in the middle of a stream, as the vendor sends it. */
  errorInTheMiddle: exchange => {
    startAnswer(exchange);
    exchange.response.write(
      firstHalf(exchange)
        .toString()
        .replace(/data: [^\n]*$/u, ''),
    );
    exchange.response.end(`data: ${JSON.stringify({ error: vendorErrors.server })}\n\n`);
  },
} satisfies Record<string, Behaviour>;

import type { ServerResponse } from 'node:http';
import { firstHalf, startAnswer } from './broken-answers.ts';
import {
  completionBody,
  completionChunks,
  eventStreamText,
  invalidKeyError,
  type Reply,
  vendorErrors,
} from './openai-bodies.ts';
import type { Behaviour } from './openai-stand-in.ts';

/** Faults of a provider as behaviours of the stand-in. */

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
  modelOfAnotherProject: refuse(403, {
    message: 'Project `proj_x` does not have access to model `gpt-4o`',
    type: 'invalid_request_error',
    param: null,
    code: 'model_not_found',
  }),
  conflict: refuse(409, vendorErrors.conflict),
  unprocessable: refuse(422, vendorErrors.unprocessable),
  rateLimit: refuse(429, vendorErrors.rateLimit),
  rateLimitFor2s: refuse(429, vendorErrors.rateLimit, { 'retry-after': '2' }),
  rateLimitForAnHour: refuse(429, vendorErrors.rateLimit, { 'retry-after': '3600' }),
  /** A wait of a millisecond keeps tests of retries fast. */
  rateLimitFor1ms: refuse(429, vendorErrors.rateLimit, { 'retry-after-ms': '1' }),
  outOfQuota: refuse(429, vendorErrors.quota),
  serverError: refuse(500, vendorErrors.server),
  serverErrorFor1ms: refuse(500, vendorErrors.server, { 'retry-after-ms': '1' }),
  badGateway: ({ response }) => {
    response.writeHead(502, { 'content-type': 'text/html' });
    response.end('<html><head><title>502 Bad Gateway</title></head><body>cloudflare</body></html>');
  },
  overloaded: refuse(503, vendorErrors.overloaded),
} satisfies Record<string, Behaviour>;

/** A chat answer with this text, whole or streamed as requested. */
export function answerWithReply(said: Reply): Behaviour {
  return ({ request, response }) => {
    const { model } = request.body;
    const streamed = request.call === 'script';
    const hasUsage = request.body.stream_options?.include_usage === true;
    response.writeHead(200, {
      'content-type': streamed ? 'text/event-stream; charset=utf-8' : 'application/json',
    });
    response.end(
      streamed
        ? eventStreamText(completionChunks(model, said, { hasUsage }))
        : JSON.stringify(completionBody(model, said)),
    );
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
  nullContent: answerWithReply({ content: null }),
  refusal: answerWithReply({ content: null, refusal: "I'm sorry, I can't assist with that request." }),
  politeRefusal: answerWithReply({ content: "I'm sorry, but I can't assist with that." }),
  contentFilter: answerWithReply({ content: 'A man walks', finishReason: 'content_filter' }),
  cutAtLimit: answerWithReply({ content: 'A dog runs. It barks at the', finishReason: 'length' }),
  farTooMuch: answerWithReply({ content: 'word '.repeat(5000) }),
  nothingWithinLimit: answerWithReply({ content: '', finishReason: 'length' }),
  loneSurrogates: answerWithReply({ content: 'A dog\u0000 runs. \ud800It barks.' }),
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

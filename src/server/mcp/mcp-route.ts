import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { z } from 'zod';
import { mcpMessages } from '#shared/messages/mcp.ts';
import { t } from '#shared/messages/message.ts';
import { signedInOnly } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import { noteFailure, toCodedError } from '../http/answer-problem.ts';
import type { Reply, Request } from '../http/app-types.ts';
import type { NarrationParts } from '../narrations/narration-parts.ts';
import { listOwnVoices } from '../voices/own-voices.ts';

/** `POST /mcp`: MCP over streamable HTTP, without sessions. */
export function addMcpRoute(routes: Routes, parts: NarrationParts): void {
  routes.add({
    method: 'POST',
    url: '/mcp',
    schema: {
      summary: 'MCP for AI assistants (streamable HTTP, JSON-RPC)',
      produces: ['application/json', 'text/event-stream'],
      body: z.unknown(),
      // The protocol has errors of its own.
      response: { 200: z.unknown(), 202: z.null(), 400: z.unknown(), 406: z.unknown() },
    },
    // The tools check what else they need.
    guards: { ...signedInOnly, signIn: { token: ['read projects'] }, atOnce: 'mcp' },
    async handler(request, reply, { account }) {
      // As the protocol has it since 2025-06-18: each call is a request, and counts as one.
      if (Array.isArray(request.body)) return reply.code(400).send(batchRefusal);
      // A key is for one call, and this one may have several.
      delete request.headers['idempotency-key'];
      const explain = (error: unknown) => {
        const coded = toCodedError(error);
        noteFailure(coded, request);
        return coded.message;
      };
      // The SDK takes 6 MB, and few servers are asked.
      const [{ createMcpHandler }, { AccountWork, addAccountTools }, { addListTools }, tools] =
        await Promise.all([
          import('@modelcontextprotocol/server'),
          import('./account-tools.ts'),
          import('./list-tools.ts'),
          import('./tool.ts'),
        ]);
      const createServer = () => {
        const server = tools.createToolServer();
        const host = { server, explain };
        addListTools(host, async signal =>
          listOwnVoices(parts.engines, signal, await parts.accounts.mayUseAllVoices(request)),
        );
        const work = new AccountWork({ parts, routes, request, reply, account });
        addAccountTools(host, work, parts.accounts.publicUrl);
        return server;
      };
      const { fetch } = createMcpHandler(createServer, { maxSubscriptions: 0 });
      return await pass(
        await fetch(toWebRequest(request), { parsedBody: tools.withoutNullParams(request.body) }),
        reply,
      );
    },
  });
}

const batchRefusal = { jsonrpc: '2.0', id: null, error: { code: -32600, message: t(mcpMessages.noBatches) } };

/** With the headers and the end of the request; its body is read already. */
function toWebRequest({ headers, work }: Request): globalThis.Request {
  const names = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  return new globalThis.Request('http://localhost/mcp', { method: 'POST', headers: names, signal: work });
}

function pass({ status, headers, body }: Response, reply: Reply): Reply {
  reply.code(status).headers(Object.fromEntries(headers));
  // Proxies must pass each message on at once.
  reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
  return reply.send(body ? Readable.fromWeb(body as ReadableStream) : undefined);
}

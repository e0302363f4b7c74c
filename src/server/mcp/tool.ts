import { type CallToolResult, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { productName, productVersion } from '#shared/product.ts';

export interface ToolCall {
  /** Fires when the client cancels or hangs up. */
  readonly signal: AbortSignal;
  report(sentence: string): void;
}

export interface ToolAnswer<Fields> {
  /** For a model: a few lines. */
  readonly text: string;
  readonly links?: readonly ResourceLink[];
  /** The same for programs. */
  readonly fields: Fields;
}

export interface ResourceLink {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
}

interface Tool<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly hints: (typeof hints)[keyof typeof hints];
  run(asked: z.infer<Input>, call: ToolCall): Promise<ToolAnswer<z.infer<Output>>>;
}

/** What clients are told of a tool: whether it changes anything, and whether it asks a provider on the internet. */
export const hints = {
  reads: { readOnlyHint: true, openWorldHint: false },
  looksUp: { readOnlyHint: true, openWorldHint: true },
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  updates: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  /** It may replace something that it made before. */
  replaces: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
} as const;

export interface ToolHost {
  readonly server: McpServer;
  explain(error: unknown): string;
}

/** Clients send null for what is left out. */
function withoutNulls(asked: unknown): unknown {
  if (typeof asked !== 'object' || Array.isArray(asked)) return asked;
  return asked ? Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null)) : undefined;
}

/** The same for what a message of JSON-RPC asks with. */
export function withoutNullParams(message: unknown): unknown {
  const hasParams = typeof message === 'object' && message && 'params' in message;
  return hasParams ? { ...message, params: withoutNulls(message.params) } : message;
}

/** Some clients quote numbers and booleans, or write them in capitals. */
function withoutQuotes(asked: unknown, input: z.ZodObject): unknown {
  if (typeof asked !== 'object' || !asked || Array.isArray(asked)) return asked;
  const { properties = {} } = z.toJSONSchema(input, { io: 'input' });
  const isOf = (name: string, type: string) =>
    Object.entries(properties).some(([each, field]) => each === name && Object(field).type === type);
  const unquote = ([name, value]: [string, unknown]) => {
    const written = typeof value === 'string' ? value.trim().toLowerCase() : '';
    if (/^(?:true|false)$/u.test(written) && isOf(name, 'boolean')) return [name, written === 'true'];
    return [name, /^\d{1,15}$/u.test(written) && isOf(name, 'integer') ? Number(written) : value];
  };
  return Object.fromEntries(Object.entries(asked).map(unquote));
}

export function createToolServer(): McpServer {
  const capabilities = { tools: { listChanged: false } };
  return new McpServer({ name: productName, version: productVersion }, { capabilities });
}

/** Adds a tool. It answers with the fields of its output and no others; its errors are answered in a sentence. */
export function addTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  { server, explain }: ToolHost,
  { name, title, description, input, output, hints: annotations, run }: Tool<Input, Output>,
): void {
  const described = {
    title,
    description,
    inputSchema: z.preprocess(
      asked => withoutQuotes(withoutNulls(asked), input),
      input,
    ) as unknown as z.ZodObject,
    outputSchema: output,
    annotations,
  };
  server.registerTool(name, described, async (asked, context) => {
    const progress = startProgress(context);
    try {
      const call = { signal: context.mcpReq.signal, report: progress.report };
      const answer = await run(asked as z.infer<Input>, call);
      // Strict clients refuse what the schema does not list.
      return toResult({ ...answer, fields: output.parse(answer.fields) });
    } catch (error) {
      return { content: [{ type: 'text', text: explain(error) }], isError: true };
    } finally {
      progress.end();
    }
  });
}

function toResult({ text, links = [], fields }: ToolAnswer<Record<string, unknown>>): CallToolResult {
  const content = [
    { type: 'text', text } as const,
    ...links.map(link => ({ type: 'resource_link', ...link }) as const),
  ];
  return { content, structuredContent: fields };
}

/** Clients give up on calls that are silent for a minute or less. */
const maxSilentMs = 15_000;

function startProgress({ mcpReq: { _meta, notify } }: ServerContext) {
  const progressToken = _meta?.progressToken;
  let progress = 0;
  let message = 'working …';
  const send = () => {
    if (progressToken === undefined) return;
    progress += 1;
    // The client may be gone.
    notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(
      () => {},
    );
  };
  const timer = setInterval(send, maxSilentMs);
  return {
    report(sentence: string) {
      message = sentence;
      timer.refresh();
      send();
    },
    end: () => clearInterval(timer),
  };
}

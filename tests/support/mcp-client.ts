import { fileURLToPath } from 'node:url';
import {
  type CallToolRequestOptions,
  Client,
  type VersionNegotiationOptions,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { childEnvironment } from './child-environment.ts';

export const mcpCommand = fileURLToPath(new URL('../../src/cli/mcp.ts', import.meta.url));

type Mode = VersionNegotiationOptions['mode'];

/** The official client, which speaks the newest protocol unless told otherwise. */
export function createMcpClient(mode: Mode = 'auto') {
  return new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
}

/** Starts the server for a folder, with its own cache. */
export async function connectToFolder(
  folder: string,
  settings: Readonly<Record<string, string>>,
  mode?: Mode,
) {
  const client = createMcpClient(mode);
  const environment = { ...childEnvironment, XDG_CACHE_HOME: `${folder}/cache`, ...settings };
  const env = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined));
  const args = [mcpCommand, folder];
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args,
      env: env as Record<string, string>,
      stderr: 'ignore',
    }),
  );
  return client;
}

/** Those whose tools are known: the client checks their answers by the schemas. */
const checking = new WeakSet<Client>();

/**
 * @returns what a tool answers, and the progress that it reported
 * @throws if the fields are not those of the tool's schema
 */
export async function callTool(
  client: Client,
  name: string,
  asked: Record<string, unknown>,
  options: CallToolRequestOptions = {},
) {
  if (!checking.has(client)) await client.listTools();
  checking.add(client);
  const progress: (string | undefined)[] = [];
  const answer = await client.callTool(
    { name, arguments: asked },
    { timeout: 120_000, onprogress: ({ message }) => progress.push(message), ...options },
  );
  const texts = answer.content.flatMap(part => (part.type === 'text' ? [part.text] : []));
  return {
    text: texts.join('\n'),
    // biome-ignore lint/suspicious/noExplicitAny: tests look into the answer field by field.
    fields: answer.structuredContent as any,
    isError: answer.isError === true,
    progress,
    content: answer.content,
  };
}

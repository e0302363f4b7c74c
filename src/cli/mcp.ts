import { Readable } from 'node:stream';
import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { ConfigError, readConfig } from '#server/config/config.ts';
import { addListTools } from '#server/mcp/list-tools.ts';
import { createToolServer, withoutNullParams } from '#server/mcp/tool.ts';
import { CodedError } from '#shared/errors.ts';
import { LocalWork, openAllowedFolders } from './mcp/local-work.ts';
import { addProjectTools, addSpeakingTools, addWritingTools } from './mcp/tools.ts';
import { exitCodes } from './with-start-errors-reported.ts';

/** How long cancelled work may take to stop before the process exits. */
const exitAfterMs = 1500;
const maxLineCharacters = 10 * 1024 * 1024;

const usage = `Lets an AI assistant narrate videos on this machine: serves MCP on standard input and output.

  npm run --silent mcp -- FOLDER …

Only files in these folders are read and written. How to connect an assistant: docs/guides/mcp.md
`;

await main().catch(error => {
  if (!(error instanceof CodedError || error instanceof ConfigError)) throw error;
  console.error(`${error.message}\n\n${usage}`);
  process.exitCode = exitCodes.wrongCommand;
});

async function main(): Promise<void> {
  const named = process.argv.slice(2);
  if (named.includes('--help')) return console.error(usage);
  // npm changes the working folder to the package's and keeps the original in INIT_CWD.
  const folders = await openAllowedFolders(named, process.env.INIT_CWD ?? process.cwd());
  const work = new LocalWork(readConfig(process.env), folders);
  const input = Readable.from(readMessages(process.stdin));
  const transport = new StdioServerTransport(input, process.stdout, { maxBufferSize: 4 * maxLineCharacters });
  const createServer = () => {
    const server = createToolServer();
    const host = { server, explain };
    addListTools(host, signal => work.listOwnVoices(signal));
    addProjectTools(host, work);
    addWritingTools(host, work);
    addSpeakingTools(host, work);
    return server;
  };
  const served = serveStdio(createServer, { transport });
  let isEnding = false;
  const end = async () => {
    if (isEnding) process.exit();
    isEnding = true;
    setTimeout(() => process.exit(), exitAfterMs).unref();
    await served.close();
    await work[Symbol.asyncDispose]();
    process.exit();
  };
  process.stdin.once('close', end);
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

/** The messages of a client, one a line. Those that the SDK would pass over in silence, or end at, are answered with an error. */
async function* readMessages(input: NodeJS.ReadStream): AsyncGenerator<Buffer> {
  let line = '';
  for await (const chunk of input.setEncoding('utf8')) {
    const [end = '', ...starts] = String(chunk).split('\n');
    // Longer ones are cut; they are kept so long for the id at their end.
    if (line.length < 10 * maxLineCharacters) line += end;
    for (const start of starts) {
      const message = line.trim() && readMessage(line);
      if (message) yield Buffer.from(`${JSON.stringify(message)}\n`);
      line = start;
    }
  }
}

function readMessage(line: string): unknown {
  let error = { code: -32700, message: 'This is no JSON.' };
  let id: unknown = null;
  try {
    const sent = withoutNullParams(JSON.parse(line));
    error = { code: -32600, message: 'This is no message of JSON-RPC.' };
    if (typeof sent === 'object' && sent && 'id' in sent) id = sent.id;
    if (line.length <= maxLineCharacters) return parseJSONRPCMessage(sent);
    error.message = 'This message is too long.';
  } catch {}
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`);
  return undefined;
}

function explain(error: unknown): string {
  if (error instanceof CodedError) return error.operatorMessage;
  console.error(error);
  return new CodedError('internal').message;
}

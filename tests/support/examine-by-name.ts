import { examineMachine } from '../../src/cli/doctor/examine-machine.ts';
import { readConfig } from '../../src/server/config/config.ts';

/** The doctor's findings about the machine by subject, a line each. */
export async function examineByName(environment: Readonly<Record<string, string>>): Promise<{
  readonly unwell: readonly string[];
  readonly said: Readonly<Record<string, string>>;
}> {
  const lines: string[] = [];
  const unwell = await examineMachine({
    config: readConfig(environment),
    print: line => lines.push(line),
    signal: new AbortController().signal,
  });
  const said: Record<string, string> = {};
  let name = '';
  for (const line of lines) {
    name = /^\S+/u.exec(line)?.[0] ?? name;
    said[name] = `${said[name] ?? ''} ${line.replaceAll(/\s+/gu, ' ').trim()}`.trim();
  }
  return { unwell, said };
}

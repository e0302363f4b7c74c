import { globSync, readFileSync } from 'node:fs';
import { type ESTree, parseSync, Visitor } from 'vite';

export interface LogCall {
  /** The file and the call's source. */
  readonly call: string;
  hasField(name: string): boolean;
}

const levels = new Set(['warn', 'error', 'fatal']);

/** All calls of the server and its imports that log warnings or errors, found by parsing. */
export function listLogCalls(): LogCall[] {
  const files = globSync('src/{server,engines,narration,media,shared}/**/*.ts');
  return files
    .filter(file => !file.includes('.test.'))
    .toSorted()
    .flatMap(file => findLogCalls(file, readFileSync(file, 'utf8')));
}

/** Those of one source. @throws Error when it cannot be parsed */
export function findLogCalls(file: string, text: string): LogCall[] {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found: LogCall[] = [];
  new Visitor({
    CallExpression: node => {
      if (!isLogCall(node)) return;
      const [facts] = node.arguments;
      const call = `${file}: ${text.slice(node.start, node.end)}`;
      found.push({ call, hasField: name => facts?.type === 'ObjectExpression' && hasProperty(facts, name) });
    },
  }).visit(program);
  return found;
}

/** The console is for the start, whose messages contain their advice. */
function isLogCall({ callee }: ESTree.CallExpression): boolean {
  if (callee.type !== 'MemberExpression') return false;
  const { object, property, computed } = callee;
  const name = property.type === 'Identifier' && !computed ? property.name : readText(property);
  const isConsole = object.type === 'Identifier' && object.name === 'console';
  return name !== undefined && levels.has(name) && !isConsole;
}

function readText(property: ESTree.MemberExpression['property']): string | undefined {
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined;
}

function hasProperty({ properties }: ESTree.ObjectExpression, name: string): boolean {
  return properties.some(
    each => each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === name,
  );
}

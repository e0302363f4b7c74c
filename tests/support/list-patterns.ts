import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ESTree, parseSync, Visitor } from 'vite';

/** A regular expression literal of a source file. */
export interface WrittenPattern {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** A call that builds a regular expression at run time. */
export interface ComposedPattern {
  readonly file: string;
  /** The call's source. */
  readonly call: string;
}

export interface Patterns {
  readonly written: readonly WrittenPattern[];
  readonly composed: readonly ComposedPattern[];
}

const projectFolder = fileURLToPath(new URL('../..', import.meta.url));
/** They compile a string to a regular expression. Of the string's methods each takes exactly one argument. */
const compilingMethods = new Set(['match', 'matchAll', 'search']);

/** Finds every regular expression of the product by parsing its sources. */
export function listPatterns(): Patterns {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: projectFolder }).filter(
    file => !file.includes('.test.') && !file.endsWith('.d.ts'),
  );
  const found = files
    .toSorted()
    .map(file => findPatterns(file, readFileSync(join(projectFolder, file), 'utf8')));
  return {
    written: found.flatMap(each => each.written),
    composed: found.flatMap(each => each.composed),
  };
}

/** The regular expressions of one source. @throws Error when it cannot be parsed */
export function findPatterns(file: string, text: string): Patterns {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const written: WrittenPattern[] = [];
  const composed: ComposedPattern[] = [];
  const take = (call: ESTree.CallExpression | ESTree.NewExpression) => {
    const [source, flags] = call.arguments.map(readConstant);
    if (source === undefined || (call.arguments.length > 1 && flags === undefined))
      composed.push({ file, call: text.slice(call.start, call.end) });
    else written.push({ file, source, flags: flags ?? '' });
  };
  new Visitor({
    Literal: node => {
      if ('regex' in node) written.push({ file, source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: call => {
      if (isRegExp(call.callee)) take(call);
    },
    CallExpression: call => {
      if (isRegExp(call.callee) || compilesItsArgument(call)) take(call);
    },
  }).visit(program);
  return { written, composed };
}

function isRegExp(callee: ESTree.Expression): boolean {
  const name = callee.type === 'MemberExpression' ? callee.property : callee;
  return name.type === 'Identifier' && name.name === 'RegExp';
}

function compilesItsArgument({ callee, arguments: given }: ESTree.CallExpression): boolean {
  const [argument] = given;
  // Literals are found separately.
  if (argument === undefined || given.length > 1 || isLiteralPattern(argument)) return false;
  return (
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    compilingMethods.has(callee.property.name)
  );
}

function isLiteralPattern(node: ESTree.Argument): boolean {
  return node.type === 'Literal' && 'regex' in node;
}

function readConstant(node: ESTree.Argument): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

const longestName = 100;
const plainCharacters = /^[\p{L}\p{N}][\p{L}\p{N} ._:/@+-]*$/u;

/** Whether a name of a model may stand in a sentence: what a server calls its models may be anything. */
export function isPlainName(name: string): boolean {
  return name.length <= longestName && plainCharacters.test(name);
}

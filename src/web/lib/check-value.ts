/** Whether a value that was read from somewhere is an object, of whose fields nothing is known yet. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value that was read from somewhere is one of a list. */
export function isOneOf<Value>(values: readonly Value[], value: unknown): value is Value {
  return values.some(each => each === value);
}

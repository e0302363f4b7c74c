export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isOneOf<Value>(values: readonly Value[], value: unknown): value is Value {
  return values.some(each => each === value);
}

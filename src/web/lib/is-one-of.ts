/** Whether a value that was read from somewhere is one of a list. */
export function isOneOf<Value>(values: readonly Value[], value: unknown): value is Value {
  return values.some(each => each === value);
}

/** Computes again only once an input is another object, so that results keep their identity. */
export function rememberLast<Inputs extends readonly unknown[], Result>(
  compute: (...inputs: Inputs) => Result,
): (...inputs: Inputs) => Result {
  let last: { readonly inputs: Inputs; readonly result: Result } | undefined;
  return (...inputs) => {
    if (!last || inputs.some((input, at) => input !== last?.inputs[at]))
      last = { inputs, result: compute(...inputs) };
    return last.result;
  };
}

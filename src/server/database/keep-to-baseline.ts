import { setFlagsFromString } from 'node:v8';

/** Functions are counted from 0, and no program has so many. */
const noFunction = 2 ** 30;

/**
 * Has V8 compile WebAssembly only in its quick way while `work` runs: functions whose code it makes now are never made anew by its optimizing
 * compiler. For one function of the embedded Postgres (0.5.16: number 2272, 105 kB) that compiler needs 600 MB and two seconds
 * of a core, at each start; what remains keeps 60 MB more. Queries are as quick without it: 0.8 ms of processor time for an insert and a select, either
 * way. What is compiled later, such as voices, is optimized as ever.
 */
export async function keepToBaseline<Result>(work: () => Promise<Result>): Promise<Result> {
  setFlagsFromString(`--wasm-tier-up-filter=${noFunction}`);
  try {
    return await work();
  } finally {
    setFlagsFromString('--wasm-tier-up-filter=-1');
  }
}

/**
 * What processes that tests start get of this process's environment. Nothing else: no keys and no settings of whoever runs
 * the tests.
 */
export const childEnvironment: Readonly<Record<string, string | undefined>> = {
  PATH: process.env.PATH,
  // Compiling what a server consists of is a third of its start.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};

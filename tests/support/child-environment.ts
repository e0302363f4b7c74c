/** The environment of processes that tests start, without the keys and settings of the developer. */
export const childEnvironment: Readonly<Record<string, string | undefined>> = {
  PATH: process.env.PATH,
  // The developer's own AI is not used.
  LOCAL_AI_PORTS: 'none',
  // Compiling is a third of a server's start.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};

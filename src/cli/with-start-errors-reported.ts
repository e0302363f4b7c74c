import { type Config, ConfigError, readConfig } from '#server/config/config.ts';
import { explainStart } from '#server/explain-start.ts';

export const exitCodes = { done: 0, failed: 1, wrongCommand: 2 } as const;

/**
 * Runs a command with the server's data, with files private to its user, and prints errors as plain sentences.
 * @param explain handles the command's own errors
 * @returns the exit code
 */
export async function withStartErrorsReported(
  command: (config: Config) => Promise<void>,
  explain: (error: unknown) => string | undefined,
): Promise<number> {
  process.umask(0o077);
  try {
    const config = readConfig(process.env);
    try {
      await command(config);
      return exitCodes.done;
    } catch (error) {
      console.error(explain(error) ?? (await explainStart(error, config)));
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
  }
  return exitCodes.failed;
}

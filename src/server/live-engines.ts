import {
  type ChosenEngines,
  chooseEngines,
  type EngineRoles,
  type PictureDecoding,
} from './choose-engines.ts';
import type { Config } from './config/config.ts';
import { withFoundServers } from './find-servers.ts';

const never = new AbortController().signal;

/**
 * The engines of a running server. Whoever reads a role gets the present one, and keeps it to the end of its work: a
 * change takes effect for the next request.
 */
export class LiveEngines implements EngineRoles {
  readonly #decoding: PictureDecoding;
  #config: Config;
  #chosen: ChosenEngines;
  #roles: EngineRoles;
  #watch = (engines: EngineRoles) => engines;
  /** All that somebody may use: the present ones, those of running requests, and those on trial. */
  readonly #held: Set<ChosenEngines>;
  #replaced = Promise.resolve();

  constructor(config: Config, chosen: ChosenEngines, decoding: PictureDecoding) {
    this.#held = new Set([chosen]);
    this.#config = config;
    this.#chosen = chosen;
    this.#roles = chosen;
    this.#decoding = decoding;
  }

  /** @throws ConfigError */
  static async open(read: Config, decoding: PictureDecoding): Promise<LiveEngines> {
    const config = await withFoundServers(read, never);
    return new LiveEngines(config, await chooseEngines(config, decoding), decoding);
  }

  get config(): Config {
    return this.#config;
  }

  /** The present ones, together. */
  get roles(): EngineRoles {
    return this.#roles;
  }

  get vision() {
    return this.#roles.vision;
  }

  get script() {
    return this.#roles.script;
  }

  get speech() {
    return this.#roles.speech;
  }

  get transcription() {
    return this.#roles.transcription;
  }

  /** Has all engines watched, also later ones. */
  watch(watch: (engines: EngineRoles) => EngineRoles): void {
    this.#watch = watch;
    this.#roles = watch(this.#chosen);
  }

  /**
   * Engines by other settings, for a trial, until {@link discard}. Shares those whose settings are the same.
   * @throws ConfigError
   */
  async prepare(read: Config, signal: AbortSignal): Promise<PreparedEngines> {
    const config = await withFoundServers(read, signal);
    const chosen = await chooseEngines(config, this.#decoding, this.#chosen);
    this.#held.add(chosen);
    return { config, chosen };
  }

  async discard({ chosen }: Pick<PreparedEngines, 'chosen'>): Promise<void> {
    this.#held.delete(chosen);
    await chosen.close(...this.#held);
  }

  /**
   * Changes follow one another, so that the last one stays.
   * @param untilUnused resolves when the requests that run now have ended
   */
  async replace(prepare: () => Promise<PreparedEngines>, untilUnused: () => Promise<unknown>): Promise<void> {
    const replaced = this.#replaced.then(async () => {
      const next = await prepare();
      const old = { chosen: this.#chosen };
      this.#config = next.config;
      this.#chosen = next.chosen;
      this.#roles = this.#watch(next.chosen);
      untilUnused()
        .then(() => this.discard(old))
        .catch(() => undefined);
    });
    this.#replaced = replaced.catch(() => undefined);
    await replaced;
  }

  async close(): Promise<void> {
    for (const chosen of this.#held) await this.discard({ chosen });
  }
}

export interface PreparedEngines {
  readonly config: Config;
  readonly chosen: ChosenEngines;
}

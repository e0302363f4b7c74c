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
  readonly #retiring = new Set<Promise<void>>();

  constructor(config: Config, chosen: ChosenEngines, decoding: PictureDecoding) {
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
   * Engines by other settings, for a trial. Shares those whose settings are the same, so only {@link discard} may close it.
   * @throws ConfigError
   */
  async prepare(read: Config, signal: AbortSignal): Promise<PreparedEngines> {
    const config = await withFoundServers(read, signal);
    return { config, chosen: await chooseEngines(config, this.#decoding, this.#chosen) };
  }

  async discard({ chosen }: PreparedEngines): Promise<void> {
    await chosen.close(this.#chosen);
  }

  /** @param untilUnused resolves when the requests that run now have ended */
  replace({ config, chosen }: PreparedEngines, untilUnused: () => Promise<unknown>): void {
    const old = this.#chosen;
    this.#config = config;
    this.#chosen = chosen;
    this.#roles = this.#watch(chosen);
    const retiring = untilUnused()
      .then(() => old.close(this.#chosen))
      .catch(() => undefined)
      .then(() => void this.#retiring.delete(retiring));
    this.#retiring.add(retiring);
  }

  async close(): Promise<void> {
    await this.#chosen.close();
    await Promise.all(this.#retiring);
  }
}

export interface PreparedEngines {
  readonly config: Config;
  readonly chosen: ChosenEngines;
}

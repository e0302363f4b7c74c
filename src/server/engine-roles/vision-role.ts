import type { Readiness, ScriptEngine, VisionEngine } from '#engines/ports.ts';
import { type Candidates, type KnownReadiness, Role } from './role.ts';

/** The candidates' id of the offline engine. */
const offlineId = 'offline';

/** Uses offline vision if the script engine is offline, as that one reads only offline analyses. */
export class VisionRole extends Role<VisionEngine> {
  readonly #script: Role<ScriptEngine>;
  readonly #offline: VisionEngine;

  constructor(
    candidates: Candidates<VisionEngine>,
    { script, offline }: { script: Role<ScriptEngine>; offline: VisionEngine },
    known?: KnownReadiness,
  ) {
    super(candidates, known);
    this.#script = script;
    this.#offline = offline;
  }

  override get current(): VisionEngine {
    return this.#script.current.provider.isOffline ? this.#offline : super.current;
  }

  override get readiness(): Readiness | undefined {
    return this.#script.current.provider.isOffline ? this.known.get(offlineId) : super.readiness;
  }

  override async choose(signal: AbortSignal): Promise<VisionEngine> {
    const writer = await this.#script.choose(signal);
    if (!writer.provider.isOffline) return await super.choose(signal);
    await this.ask({ id: offlineId, engine: this.#offline }, signal);
    return this.#offline;
  }

  override map(wrap: (engine: VisionEngine) => VisionEngine): VisionRole {
    const parts = { script: this.#script, offline: wrap(this.#offline) };
    return new VisionRole(this.wrapCandidates(wrap), parts, this.known);
  }
}

export interface Waiter {
  /** As `requireVisitor` gives it. */
  readonly address: string;
  /** It is this one's turn. */
  enter(): void;
  /** Somebody else gets this place. */
  giveWay(): void;
}

/** A line in which addresses take turns, in the order in which they came: who comes with many waits behind their own, and others pass. */
export class WaitingLine {
  readonly #byAddress = new Map<string, Set<Waiter>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(waiter: Waiter): void {
    const own = this.#byAddress.get(waiter.address) ?? new Set();
    this.#byAddress.set(waiter.address, own.add(waiter));
    this.#size += 1;
  }

  /** Does nothing for one who is not in the line any more. */
  remove(waiter: Waiter): void {
    const own = this.#byAddress.get(waiter.address);
    if (!own?.delete(waiter)) return;
    this.#size -= 1;
    if (own.size === 0) this.#byAddress.delete(waiter.address);
  }

  /** Takes out whose turn it is; the others of that address go behind those of all others. */
  takeNext(): Waiter | undefined {
    for (const [address, own] of this.#byAddress)
      for (const waiter of own) {
        this.remove(waiter);
        this.#byAddress.delete(address);
        if (own.size > 0) this.#byAddress.set(address, own);
        return waiter;
      }
    return undefined;
  }

  /** The last one of the address that has most in the line, if it has more than this one would have with one more. */
  findGreedierThan(address: string): Waiter | undefined {
    let most = (this.#byAddress.get(address)?.size ?? 0) + 1;
    let greediest: Set<Waiter> | undefined;
    for (const own of this.#byAddress.values())
      if (own.size > most) {
        most = own.size;
        greediest = own;
      }
    return greediest && [...greediest].at(-1);
  }
}

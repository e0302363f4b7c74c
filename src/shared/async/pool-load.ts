/** How much a pool has to do. */
export interface PoolLoad {
  readonly busy: number;
  /** What waits for its turn. */
  readonly waiting: number;
}

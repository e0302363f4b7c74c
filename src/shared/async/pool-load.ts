export interface PoolLoad {
  readonly busy: number;
  readonly waiting: number;
}

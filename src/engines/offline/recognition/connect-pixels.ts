import type { GreyPicture, Rectangle } from './grey-picture.ts';

/** What a pixel is against the mean of its surrounding. */
export const sides = { neither: 0, darker: 1, lighter: 2 } as const;

export interface Shape extends Rectangle {
  readonly isDark: boolean;
  readonly area: number;
  /** Mean brightness, 0 to 255. */
  readonly brightness: number;
}

/** More shapes than this, while they are joined, are noise: a page full of the smallest letters has a quarter of it. */
const maxShapes = 65_536;

/**
 * Joins pixels of the same side that touch, also by a corner: runs of a row with those of the row above (Rosenfeld and
 * Pfaltz, "Sequential operations in digital picture processing", 1966). Linear in the pixels.
 * @param marks of each pixel one of `sides`
 * @returns none where the picture is noise
 */
export function connectPixels(grey: GreyPicture, marks: Uint8Array): Shape[] {
  table.clear();
  let [above, runs] = [new RunList(grey.width), new RunList(grey.width)];
  for (let y = 0; y < grey.height; y++) {
    runs.fill(marks.subarray(y * grey.width, (y + 1) * grey.width));
    const values = grey.values.subarray(y * grey.width, (y + 1) * grey.width);
    let first = 0;
    for (let at = 0; at < runs.count; at++) {
      while (first < above.count && above.get(above.ends, first) < runs.get(runs.starts, at)) first++;
      const shape = joinAbove(above, first, runs, at);
      if (shape >= maxShapes) return [];
      runs.shapes[at] = shape;
      table.add(shape, y, values, runs.get(runs.starts, at), runs.get(runs.ends, at));
    }
    [above, runs] = [runs, above];
  }
  return table.list();
}

/** The shape of the runs above that touch this one, joined to one, or a new one. */
function joinAbove(above: RunList, first: number, runs: RunList, run: number): number {
  const [end, side] = [runs.get(runs.ends, run), runs.get(runs.sides, run)];
  let found = -1;
  for (let at = first; at < above.count && above.get(above.starts, at) <= end; at++) {
    if (above.get(above.sides, at) !== side) continue;
    const root = table.findRoot(above.get(above.shapes, at));
    found = found < 0 ? root : table.join(found, root);
  }
  return found < 0 ? table.start(side) : found;
}

/** The runs of a row: pixels of one side, side by side. In plain arrays, because noise has a million of them. */
class RunList {
  count = 0;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly sides: Int32Array;
  readonly shapes: Int32Array;

  constructor(width: number) {
    this.starts = new Int32Array(width);
    this.ends = new Int32Array(width);
    this.sides = new Int32Array(width);
    this.shapes = new Int32Array(width);
  }

  get(list: Int32Array, at: number): number {
    return list[at] ?? 0;
  }

  fill(marks: Uint8Array): void {
    this.count = 0;
    for (let x = 0; x < marks.length; ) {
      const side = marks[x] ?? 0;
      const start = x++;
      while (x < marks.length && marks[x] === side) x++;
      if (side === sides.neither) continue;
      this.starts[this.count] = start;
      this.ends[this.count] = x;
      this.sides[this.count++] = side;
    }
  }
}

const columns = {
  left: 0,
  top: 1,
  right: 2,
  bottom: 3,
  area: 4,
  sum: 5,
  side: 6,
  parent: 7,
  count: 8,
} as const;

/** Shapes while their pixels are counted. One that turns out to be a part of another has it as its parent, at a lower place. */
class ShapeTable {
  readonly #numbers = new Float64Array((maxShapes + 1) * columns.count);
  #count = 0;

  clear(): void {
    this.#count = 0;
  }

  start(side: number): number {
    const shape = this.#count++;
    this.#numbers.set([Number.POSITIVE_INFINITY, -1, 0, 0, 0, 0, side, shape], shape * columns.count);
    return shape;
  }

  add(shape: number, y: number, values: Uint8Array, start: number, end: number): void {
    const numbers = this.#numbers;
    const at = shape * columns.count;
    if ((numbers[at + columns.top] ?? 0) < 0) numbers[at + columns.top] = y;
    numbers[at + columns.bottom] = y + 1;
    if (start < (numbers[at] ?? 0)) numbers[at] = start;
    if (end > (numbers[at + columns.right] ?? 0)) numbers[at + columns.right] = end;
    let sum = 0;
    for (let x = start; x < end; x++) sum += values[x] ?? 0;
    numbers[at + columns.area] = (numbers[at + columns.area] ?? 0) + end - start;
    numbers[at + columns.sum] = (numbers[at + columns.sum] ?? 0) + sum;
  }

  findRoot(shape: number): number {
    let at = shape;
    for (let up = this.#get(at, columns.parent); up !== at; up = this.#get(at, columns.parent)) {
      const next = this.#get(up, columns.parent);
      this.#numbers[at * columns.count + columns.parent] = next;
      at = next;
    }
    return at;
  }

  /** @returns the lower of two roots, of which the other is now a part */
  join(one: number, other: number): number {
    const [low, high] = [Math.min(one, other), Math.max(one, other)];
    this.#numbers[high * columns.count + columns.parent] = low;
    return low;
  }

  list(): Shape[] {
    const shapes: Shape[] = [];
    // From the last: whatever is added to a part is passed on with it.
    for (let at = this.#count - 1; at >= 0; at--) {
      const parent = this.#get(at, columns.parent);
      if (parent === at) shapes.push(this.#describe(at));
      else this.#passOn(at, parent);
    }
    return shapes;
  }

  #get(shape: number, column: number): number {
    return this.#numbers[shape * columns.count + column] ?? 0;
  }

  #passOn(part: number, whole: number): void {
    const join = (column: number, combine: (one: number, other: number) => number) => {
      const both = combine(this.#get(part, column), this.#get(whole, column));
      this.#numbers[whole * columns.count + column] = both;
    };
    join(columns.left, Math.min);
    join(columns.top, Math.min);
    join(columns.right, Math.max);
    join(columns.bottom, Math.max);
    for (const column of [columns.area, columns.sum]) join(column, (one, other) => one + other);
  }

  #describe(shape: number): Shape {
    const [left, top, right, bottom] = [columns.left, columns.top, columns.right, columns.bottom].map(
      column => this.#get(shape, column),
    ) as [number, number, number, number];
    const area = this.#get(shape, columns.area);
    const isDark = this.#get(shape, columns.side) === sides.darker;
    return { left, top, right, bottom, area, isDark, brightness: this.#get(shape, columns.sum) / area };
  }
}

/** One for all pictures: 4 MB that are not left to the garbage collector each time. */
const table = new ShapeTable();

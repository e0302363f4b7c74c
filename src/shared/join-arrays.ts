/** Concatenates typed arrays, into one made by their constructor, such as `Float32Array`. */
export function joinArrays<Numbers extends Uint8Array | Int16Array | Float32Array>(
  Whole: new (length: number) => Numbers,
  pieces: readonly Numbers[],
): Numbers {
  const whole = new Whole(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

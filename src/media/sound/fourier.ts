/** A fast Fourier transform (Cooley and Tukey) of a power of two complex numbers, with what is needed around it. */
export function createFourier(size: number) {
  const cosines = Float64Array.from({ length: size + 1 }, (_, at) => Math.cos((Math.PI * at) / size));
  const sines = Float64Array.from({ length: size + 1 }, (_, at) => Math.sin((Math.PI * at) / size));
  /** Bit-reversed indexes: where each number must be put. */
  const places = Uint16Array.from({ length: size }, (_, at) => {
    let place = 0;
    for (let bit = 1; bit < size; bit *= 2) place = place * 2 + (at & bit ? 1 : 0);
    return place;
  });
  /** In place. */
  const transform = (real: Float64Array, imaginary: Float64Array) => {
    for (let width = 1; width < size; width *= 2)
      for (let twist = 0; twist < width; twist++) {
        const cosine = cosines[(twist * size) / width] as number;
        const sine = sines[(twist * size) / width] as number;
        for (let at = twist; at < size; at += 2 * width) {
          const other = at + width;
          const [a, b] = [real[other] as number, imaginary[other] as number];
          const turnedReal = cosine * a + sine * b;
          const turnedImaginary = cosine * b - sine * a;
          real[other] = (real[at] as number) - turnedReal;
          imaginary[other] = (imaginary[at] as number) - turnedImaginary;
          real[at] = (real[at] as number) + turnedReal;
          imaginary[at] = (imaginary[at] as number) + turnedImaginary;
        }
      }
  };
  return { cosines, sines, places, transform };
}

/** A Hann window. */
export function createWindow(length: number): Float64Array {
  return Float64Array.from({ length }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / length));
}

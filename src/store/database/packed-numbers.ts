/** Lists of unsigned 32-bit numbers as bytes: little-endian, as typed arrays lie in memory on every platform on which the program runs. */
export function packNumbers(numbers: Uint32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
}

export function unpackNumbers(bytes: Uint8Array): Uint32Array {
  // Copied: bytes from a database driver may start anywhere in a buffer, numbers only at a multiple of four.
  return new Uint32Array(new Uint8Array(bytes).buffer)
}

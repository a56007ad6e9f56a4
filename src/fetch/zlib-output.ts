/**
 * The bytes of a call of zlib at one go that was asked for `info`, and so answers its engine beside them. Node's handle below the engine
 * outlives all collections but full ones, and with it the engine's output buffer would, 64 KB a page: twenty full collections of a crawl
 * of 3,000 pages were for that alone. Nobody needs the buffer any more, so it is taken out.
 */
export function zlibOutput(answer: unknown): Buffer {
  if (typeof answer !== 'object' || answer === null) throw new TypeError('zlib has to answer its engine, too')
  const [bytes, engine]: [unknown, unknown] = [Reflect.get(answer, 'buffer'), Reflect.get(answer, 'engine')]
  if (!Buffer.isBuffer(bytes) || typeof engine !== 'object' || engine === null)
    throw new TypeError('zlib has to answer its engine, too')
  Reflect.set(engine, OUTPUT_BUFFER, null)
  return bytes
}

const OUTPUT_BUFFER = '_outBuffer'

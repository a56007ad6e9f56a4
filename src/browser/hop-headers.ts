/** Headers for one connection alone (RFC 9110, section 7.6.1), and what is between browser and proxy. */
const HOP_HEADERS = new Set([
  'connection',
  'proxy-connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-authentication-info',
])

/** The rest of raw headers (name, value, name, value …), in order and as they were written. */
export function withoutHopHeaders(rawHeaders: readonly string[]): string[] {
  const named = pairs(rawHeaders)
  const listed = named
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) =>
      value
        .toLowerCase()
        .split(',')
        .map(each => each.trim()),
    )
  const dropped = new Set([...HOP_HEADERS, ...listed])
  // A connection header that lists content-length must not change where the body ends.
  dropped.delete('content-length')
  return named.filter(([name]) => !dropped.has(name.toLowerCase())).flat()
}

function pairs(raw: readonly string[]): [name: string, value: string][] {
  const found: [string, string][] = []
  for (let index = 0; index + 1 < raw.length; index += 2) found.push([raw[index] ?? '', raw[index + 1] ?? ''])
  return found
}

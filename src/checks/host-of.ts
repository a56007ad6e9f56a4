/** Host with port of a normalised address, without parsing it anew. */
export function hostOf(url: string): string {
  const start = url.indexOf('://') + 3
  for (let end = start; end < url.length; end++) {
    const code = url.charCodeAt(end)
    if (code === SLASH || code === QUESTION_MARK || code === HASH) return url.slice(start, end)
  }
  return url.slice(start)
}

const [SLASH, QUESTION_MARK, HASH] = [0x2f, 0x3f, 0x23]

/** Up to the slash after the host, by which an address of the same host is told; '' where there is none. */
export function startOf(url: string): string {
  const end = url.indexOf('://') + 3 + hostOf(url).length
  return url.charCodeAt(end) === SLASH ? url.slice(0, end + 1) : ''
}

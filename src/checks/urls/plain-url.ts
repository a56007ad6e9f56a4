/**
 * A normalised address of nothing but a host and segments of letters, digits, hyphens, dots and tildes, each behind one slash. Most are
 * such, and nothing that is said with other characters is said by them.
 */
export function isPlainAddress(url: string): boolean {
  return PLAIN.test(url)
}

const PLAIN = /^https?:\/\/[\w.:-]+(?:\/[\w.~-]+)*\/?$/

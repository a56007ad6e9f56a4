const MAX_CANDIDATES = 50

/** URLs of a srcset attribute ("parse a srcset attribute", HTML standard 4.8.4.2.2), at most 50. Linear in the input. */
export function srcsetUrls(srcset: string): string[] {
  const urls: string[] = []
  let at = 0
  while (urls.length < MAX_CANDIDATES) {
    at = skip(srcset, at, isBlankOrComma)
    const start = at
    at = skip(srcset, at, isNotBlank)
    if (at === start) break
    const url = srcset.slice(start, at)
    const bare = url.replace(/,+$/, '')
    if (bare !== '') urls.push(bare)
    // A comma at the end of the URL itself means that no descriptor follows.
    if (bare.length === url.length) at = endOfDescriptors(srcset, at)
  }
  return urls
}

function skip(text: string, from: number, isSkipped: (code: number) => boolean): number {
  let at = from
  while (at < text.length && isSkipped(text.charCodeAt(at))) at++
  return at
}

const COMMA = 0x2c

/** ASCII white space (Infra standard). */
function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c
}

function isNotBlank(code: number): boolean {
  return !isBlank(code)
}

function isBlankOrComma(code: number): boolean {
  return code === COMMA || isBlank(code)
}

/** Behind the comma that ends the candidate; commas within parentheses do not. */
function endOfDescriptors(text: string, from: number): number {
  let isInParentheses = false
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '(') isInParentheses = true
    else if (char === ')') isInParentheses = false
    else if (char === ',' && !isInParentheses) return at + 1
  }
  return text.length
}

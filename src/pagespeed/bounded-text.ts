/** The body of an answer as text; null when it is longer than `maxBytes`, or no UTF-8. What is left is not read. */
export async function boundedText(response: Response, maxBytes: number): Promise<string | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parts: string[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    // Leaving the loop cancels the body.
    if (bytes > maxBytes) return null
    const part = decoded(decoder, chunk)
    if (part === null) return null
    parts.push(part)
  }
  const end = decoded(decoder, null)
  return end === null ? null : parts.join('') + end
}

function decoded(decoder: TextDecoder, chunk: Uint8Array | null): string | null {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    return null
  }
}

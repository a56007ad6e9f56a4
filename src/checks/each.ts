/** The items of an answer that comes in batches, one after the other; holds one batch at a time. */
export async function* each<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T, void, undefined> {
  for await (const batch of batches) yield* batch
}

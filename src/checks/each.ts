/** The items of a stream of batches, one by one; holds one batch at a time. */
export async function* each<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T, void, undefined> {
  for await (const batch of batches) yield* batch
}

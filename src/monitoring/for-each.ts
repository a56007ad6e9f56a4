/**
 * Does the work of each item, all of them side by side, also where that of another one fails.
 *
 * @throws the first error, when all work has ended.
 */
export async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const results = await Promise.allSettled(items.map(work))
  const failed = results.find(result => result.status === 'rejected')
  if (failed) throw failed.reason
}

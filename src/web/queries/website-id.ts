/** For a question about a website; throws where none is known, which `enabled` of the query should have prevented. */
export function requireWebsiteId(websiteId: number | null): number {
  if (websiteId === null) throw new Error('No website ID provided')
  return websiteId
}

/** What an issue and its response have alike. */
interface NamedPages {
  pageUrl: string
  details: {
    duplicateUrls?: readonly string[] | undefined
    affectedUrls?: readonly string[] | undefined
    referringSources?: readonly string[] | undefined
  }
}

/**
 * The affected pages that an issue itself names: all of them, or the first where there are more than are kept. A response does not
 * repeat them where its duplicates or referring sources are the same list.
 */
export function affectedPages({ pageUrl, details }: NamedPages): readonly string[] {
  const { duplicateUrls = [], affectedUrls = [], referringSources = [] } = details
  if (duplicateUrls.length > 0) return duplicateUrls
  // Of the pages that name a target, more are kept as its sources.
  const areSources = affectedUrls.every((url, index) => url === referringSources[index])
  const urls = areSources ? referringSources : affectedUrls
  return urls.length > 0 ? urls : [pageUrl]
}

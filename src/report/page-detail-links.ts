import { linkKinds, pageLinkKinds, skipLabels } from '#shared/model.ts'
import type { LinkGroup, PageLinksResponse } from '#shared/page-detail.ts'
import type { LinkTarget, ReadingStore } from '#store/store.ts'
import { failureLabels } from './unread-labels.ts'

export interface LinkPart {
  crawlId: number
  url: string
  direction: 'in' | 'out'
  group: LinkGroup
  offset: number
  limit: number
}

/** One part of the links that lead to a page or away from it. */
export async function readPageLinks(
  reading: Pick<ReadingStore, 'outlinks' | 'inlinkPages'>,
  { crawlId, direction, group, ...part }: LinkPart,
): Promise<PageLinksResponse> {
  const query = { ...part, ...(group !== 'all' && { kinds: kindsOf(group) }) }
  if (direction === 'out') {
    const { total, links } = await reading.outlinks(crawlId, query)
    return {
      total,
      links: links.map(({ target, ...link }) => ({ ...otherEnd(target), ...link, count: 1, linkScore: null })),
    }
  }
  const { total, pages } = await reading.inlinkPages(crawlId, query)
  return {
    total,
    links: pages.map(({ source, depth: _, linkCount, ...link }) => ({
      ...otherEnd(source),
      ...link,
      fragment: null,
      count: linkCount,
    })),
  }
}

function kindsOf(group: 'pages' | 'files') {
  return linkKinds.filter(kind => pageLinkKinds.includes(kind) === (group === 'pages'))
}

function otherEnd(target: LinkTarget | null) {
  return {
    url: target?.url ?? null,
    statusCode: target?.statusCode ?? null,
    failure: target ? whyNoStatus(target) : '',
    isExternal: target?.isExternal ?? false,
  }
}

function whyNoStatus({ statusCode, failure, failureDetail, skipReason }: LinkTarget): string {
  if (statusCode !== null) return ''
  if (failure !== null) return failureLabels(failure, failureDetail)
  return `Not checked${skipReason === null ? '' : `: ${skipLabels[skipReason]}`}`
}

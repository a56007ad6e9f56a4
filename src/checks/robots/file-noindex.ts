import type { LinkKind } from '#shared/model.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { ownTargets } from '../each.ts'
import { pageListFinding } from '../page-list-finding.ts'

export const fileNoindex: SiteCheck = {
  id: 'file-noindex',
  scope: 'site',
  type: 'indexability_issue',
  severity: 'info',
  title: 'Linked files with noindex (X-Robots-Tag)',
  passedTitle: 'No linked file has noindex',
  why: 'The X-Robots-Tag header keeps these documents and images out of search results, although pages link to them or show them. That is right for files that only visitors of the site should find.',
  fix: 'Check whether search results should show the files. If so, remove noindex from the X-Robots-Tag header, which the server often sets for a whole folder or file extension.',
  example: { before: 'X-Robots-Tag: noindex', after: '(no X-Robots-Tag header)' },
  sources: [
    {
      title: 'Google: Robots meta tag and X-Robots-Tag',
      url: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
    },
  ],
  check: site =>
    pageListFinding({
      items: () => filesOf(site),
      message: 'Linked files with noindex (X-Robots-Tag)',
      noun: 'file',
      label: 'Files',
      columns: ['File', 'Media type', 'X-Robots-Tag'],
      row: ({ url, mediaType, noindex }) => [url, mediaType, noindex],
    }),
}

const shownKinds: readonly LinkKind[] = ['anchor', 'area', 'image']

interface HiddenFile extends Pick<Target, 'url' | 'mediaType'> {
  noindex: string
}

async function* filesOf(site: SiteFacts): AsyncGenerator<HiddenFile, void, undefined> {
  for await (const { url, mediaType, fileHeaders, isBotChallenge } of ownTargets(site, shownKinds)) {
    const noindex = fileHeaders?.noindex
    // Feeds and data are no results of a search.
    if (noindex === undefined || isBotChallenge || !SEARCHED_TYPE.test(mediaType)) continue
    yield { url, mediaType, noindex }
  }
}

const SEARCHED_TYPE = /^image\/|^application\/(?:pdf|msword|rtf|vnd\.(?:ms-|openxmlformats|oasis))|^text\/plain$/

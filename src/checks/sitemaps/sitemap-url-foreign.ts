import type { ForeignHost, SitemapFacts } from '#shared/host-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'
import { lineCells, SITEMAPS_NOT_FETCHED } from '../host-file-messages.ts'
import { registrableDomain } from '../url-parts.ts'

export const sitemapUrlForeign: SiteCheck = {
  id: 'sitemap-url-foreign',
  scope: 'site',
  type: 'sitemap_issue',
  severity: 'error',
  title: 'URLs of another host in sitemap',
  passedTitle: 'Sitemaps only list URLs of their own host',
  why: 'A sitemap may only list URLs of its own host, or of a host whose robots.txt names it. Search engines ignore all other URLs in it.',
  fix: 'List the URLs of the site itself. To list URLs of another host, name this sitemap in the robots.txt of that host.',
  example: {
    before: 'https://www.example.com/sitemap.xml lists https://staging.example.net/',
    after: 'https://www.example.com/sitemap.xml lists https://www.example.com/',
  },
  sources: [
    { title: 'sitemaps.org: Sitemap file location', url: 'https://www.sitemaps.org/protocol.html#location' },
    {
      title: 'Google: Manage your sitemaps',
      url: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps',
    },
  ],
  check(site) {
    const { sitemaps, isPrivateHost } = site.crawl
    if (sitemaps === undefined) return { skipped: SITEMAPS_NOT_FETCHED }
    // Its sitemaps name the public site.
    if (isPrivateHost) return { skipped: 'The site is a local or private copy.' }
    return findings(sitemaps.files)
  },
}

async function* findings(files: readonly SitemapFacts[]): AsyncGenerator<SiteFinding, void, undefined> {
  for (const file of files) {
    const base = { url: file.url, affectedUrls: [file.url], isHostWide: true }
    for (const host of file.foreign) {
      if (host.isNamedThere !== false) continue
      const isSameDomain =
        registrableDomain(host.origin) !== null && registrableDomain(host.origin) === registrableDomain(file.url)
      yield {
        ...base,
        severity: isSameDomain ? 'warning' : 'error',
        message: `The sitemap ${file.url} lists ${counted(host.total, 'URL')} of another host, ${host.origin}${isSameDomain ? '; please confirm that both are verified in Search Console' : ''}`,
        evidence: [samples(host)],
      }
    }
    if (file.insecure.total > 0) {
      yield {
        ...base,
        severity: 'warning',
        message: `The sitemap ${file.url} lists ${counted(file.insecure.total, 'URL')} with http, although the site uses https`,
        evidence: [samples(file.insecure)],
      }
    }
  }
}

function samples({ samples: items }: Pick<ForeignHost, 'samples'>) {
  return tableEvidence({ label: 'Examples', columns: ['Line', 'URL'], items, row: lineCells })
}

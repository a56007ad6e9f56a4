/** How a website and a crawl are named in a list of them, so that no two look alike. */
import { formatCount, formatDateTime } from './format.ts'

/** Host and path; the whole URL where that would name two websites alike. */
export function websiteLabels(urls: readonly string[]): string[] {
  const short = urls.map(url => {
    const { host, pathname, search } = URL.parse(url) ?? { host: url, pathname: '/', search: '' }
    return pathname === '/' && search === '' ? host : `${host}${pathname}${search}`
  })
  return short.map((label, index) => (isRepeated(short, label) ? (urls[index] ?? label) : label))
}

interface StartedCrawl {
  startedAt: string | null
}

interface NamedCrawl extends StartedCrawl {
  pagesCrawled: number
}

/** Date, time and pages. */
export function crawlLabels(crawls: readonly NamedCrawl[]): string[] {
  const starts = startTimes(crawls)
  return crawls.map(({ pagesCrawled }, index) => `${starts[index]} · ${formatCount(pagesCrawled, 'page')}`)
}

/** Date and time of each crawl; those of the same minute also have the seconds. */
export function startTimes(crawls: readonly StartedCrawl[]): string[] {
  const minutes = crawls.map(({ startedAt }) => (startedAt === null ? 'Not started' : formatDateTime(startedAt)))
  return crawls.map(({ startedAt }, index) => {
    const minute = minutes[index] ?? ''
    const needsSeconds = startedAt !== null && isRepeated(minutes, minute)
    return needsSeconds ? formatDateTime(startedAt, { hasSeconds: true }) : minute
  })
}

function isRepeated(labels: readonly string[], label: string): boolean {
  return labels.indexOf(label) !== labels.lastIndexOf(label)
}

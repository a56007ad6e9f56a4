import type { SitemapFacts } from '#shared/host-facts.ts'
import type { Severity } from '#shared/model.ts'
import type { HostFileTarget, SiteFacts, UrlListEntry } from '#shared/site-facts.ts'
import type { SiteFinding } from '../check.ts'
import { counted, roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { tableEvidence, textEvidence } from '../evidence.ts'
import { type UrlGroup, urlGroups } from '../url-groups.ts'

export interface ListedProblem {
  /** Such as `returns 404`: URLs of one sitemap with the same problem are one finding. */
  one: string
  /** The plural: `return 404`. */
  many: string
  severity?: Severity
  /** Shown beside the URL: its redirect target or its problem. */
  note: string
}

/** Maximum number of findings. */
const MAX_GROUPS = 200

/** One finding for each sitemap and problem of its URLs. URLs that were not requested are not checked. */
export async function* listedFindings(
  site: SiteFacts,
  findProblem: (target: HostFileTarget) => ListedProblem | null | Promise<ListedProblem | null>,
): AsyncGenerator<SiteFinding, void, undefined> {
  const files = site.crawl.sitemaps?.files ?? []
  const seen = new Map<SitemapFacts, number>()
  async function* walk() {
    for await (const target of each(site.hostFileTargets('listed'))) {
      const { sitemapNumber, url } = target
      const file = files[sitemapNumber - 1]
      if (!file) continue
      seen.set(file, (seen.get(file) ?? 0) + 1)
      const problem = await findProblem(target)
      if (problem !== null) yield { key: `${sitemapNumber} ${problem.one}`, url, file, problem }
    }
  }
  const groups = await urlGroups(walk, { maxGroups: MAX_GROUPS })
  const looked = new Map(seen)
  for (const group of groups) yield findingOf(group, looked.get(group.first.file) ?? 0)
}

interface Listed extends UrlListEntry {
  file: SitemapFacts
  problem: ListedProblem
}

function findingOf({ first, matches, total, affected }: UrlGroup<Listed>, looked: number): SiteFinding {
  const { url, file } = first
  const { one, many, severity } = first.problem
  const subject = total === 1 ? `a URL that ${one}: ${url}` : `${roughCount(total, 'URL')} that ${many}, such as ${url}`
  return {
    url,
    ...(severity && { severity }),
    message: `The sitemap ${file.url} lists ${subject}`,
    ...affected,
    evidence: [
      tableEvidence({
        label: 'URLs',
        columns: ['URL', 'Response'],
        items: matches,
        row: match => [match.url, match.problem.note],
        total,
      }),
      textEvidence(
        'Checked',
        `${counted(looked, 'URL')} of this sitemap that the crawl requested, of ${counted(file.entries, 'listed URL')}`,
      ),
    ],
  }
}

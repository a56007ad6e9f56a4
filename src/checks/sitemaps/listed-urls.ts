import type { SitemapFacts } from '#shared/host-facts.ts'
import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { Severity } from '#shared/model.ts'
import type { HostFileTarget, SiteFacts } from '#shared/site-facts.ts'
import type { SiteFinding } from '../check.ts'
import { counted, roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { tableEvidence, textEvidence } from '../evidence.ts'

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

interface Group {
  file: SitemapFacts
  problem: ListedProblem
  rows: { url: string; note: string }[]
  total: number
}

/** One finding for each sitemap and problem of its URLs. URLs that were not requested are not checked. */
export async function* listedFindings(
  site: SiteFacts,
  findProblem: (target: HostFileTarget) => ListedProblem | null | Promise<ListedProblem | null>,
): AsyncGenerator<SiteFinding, void, undefined> {
  const files = site.crawl.sitemaps?.files ?? []
  const groups = new Map<string, Group>()
  const looked = new Map<number, number>()
  for await (const target of each(site.hostFileTargets('listed'))) {
    const { sitemapNumber, url } = target
    const file = files[sitemapNumber - 1]
    if (!file) continue
    looked.set(sitemapNumber, (looked.get(sitemapNumber) ?? 0) + 1)
    const problem = await findProblem(target)
    if (problem === null) continue
    const key = `${sitemapNumber} ${problem.one}`
    const group = groups.get(key) ?? { file, problem, rows: [], total: 0 }
    if (groups.size < MAX_GROUPS) groups.set(key, group)
    group.total++
    if (group.rows.length < MAX_EVIDENCE_URLS) group.rows.push({ url, note: problem.note })
  }
  for (const group of groups.values()) yield findingOf(group, looked.get(files.indexOf(group.file) + 1) ?? 0)
}

function findingOf({ file, problem, rows, total }: Group, looked: number): SiteFinding {
  const [first] = rows
  const url = first?.url ?? file.url
  const { one, many } = problem
  const subject = total === 1 ? `a URL that ${one}: ${url}` : `${roughCount(total, 'URL')} that ${many}, such as ${url}`
  return {
    url,
    ...(problem.severity && { severity: problem.severity }),
    message: `The sitemap ${file.url} lists ${subject}`,
    affectedUrls: rows.map(row => row.url),
    affectedCount: total,
    evidence: [
      tableEvidence({
        label: 'URLs',
        columns: ['URL', 'Response'],
        items: rows,
        row: row => [row.url, row.note],
        total,
      }),
      textEvidence(
        'Checked',
        `${counted(looked, 'URL')} of this sitemap that the crawl requested, of ${counted(file.entries, 'listed URL')}`,
      ),
    ],
  }
}

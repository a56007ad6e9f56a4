/** The success criteria of WCAG 2.2, A and AA: what a machine has tested of each, and what takes a person. */
import type { ReadinessResponse } from '#shared/api/readiness.ts'
import { hrefTo } from '#shared/routes.ts'
import { type CriterionTest, criterionTests } from '#shared/wcag.ts'
import { Badge, type BadgeTone } from '../../components/badge.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { formatNumber } from '../../components/format.ts'
import { numberLinkLook } from '../../components/number-link.tsx'
import { Segments } from '../../components/segments.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { useUrlState } from '../../state/url-state.ts'

type Criterion = ReadinessResponse['accessibility'][number]

const testLooks: Readonly<Record<CriterionTest, { label: string; tone: BadgeTone }>> = {
  tested: { label: 'Tested', tone: 'success' },
  partly: { label: 'Partly tested', tone: 'neutral' },
  person: { label: 'Needs a person', tone: 'warning' },
}

const urlDefaults = { test: '' }

interface CriteriaCardProps {
  criteria: readonly Criterion[]
  websiteId: number
  crawlText: string
}

export function CriteriaCard({ criteria, websiteId, crawlText }: CriteriaCardProps) {
  const [{ test: chosen }, change] = useUrlState(urlDefaults)
  const countOf = (test: CriterionTest) => criteria.filter(criterion => criterion.test === test).length
  const shown = criteria.filter(({ test }) => !criterionTests.some(each => each === chosen) || test === chosen)
  return (
    <Card>
      <CardHeader>
        <CardTitle>Accessibility: WCAG 2.2, levels A and AA</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-3">
        <p className="max-w-prose text-ink-muted text-sm">
          Tests find mistakes; that a criterion is met takes a person, who uses the pages with a keyboard, a screen
          reader and enlarged text. Where no finding is listed, none was found by the tests that ran.
        </p>
        <Segments
          label="Which criteria"
          segments={[
            { value: '', label: 'All', count: criteria.length },
            ...criterionTests.map(test => ({ value: test, label: testLooks[test].label, count: countOf(test) })),
          ]}
          value={chosen}
          onValue={test => change({ test })}
        />
      </CardContent>
      <Table label="Success criteria of WCAG 2.2">
        <TableHead>
          <TableRow>
            <TableHeaderCell className="w-[34%]">Success criterion</TableHeaderCell>
            <TableHeaderCell>Level</TableHeaderCell>
            <TableHeaderCell>Automatic test</TableHeaderCell>
            <TableHeaderCell className="w-[42%]">Findings of this crawl</TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.map(criterion => (
            <TableRow key={criterion.id}>
              <TableCell>
                <a href={criterion.url} rel="noreferrer" className={numberLinkLook}>
                  {criterion.id} {criterion.name}
                </a>
              </TableCell>
              <TableCell label="Level">{criterion.level}</TableCell>
              <TableCell label="Automatic test" className="whitespace-nowrap">
                <Badge tone={testLooks[criterion.test].tone}>{testLooks[criterion.test].label}</Badge>
              </TableCell>
              <TableCell label="Findings">
                <Findings {...{ criterion, websiteId, crawlText }} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}

interface FindingsProps {
  criterion: Criterion
  websiteId: number
  crawlText: string
}

function Findings({ criterion: { test, checks, rules }, websiteId, crawlText }: FindingsProps) {
  if (test === 'person') return <span className="text-ink-muted">–</span>
  const found = checks.filter(({ issueCount }) => issueCount > 0)
  const broken = rules.filter(({ issueId }) => issueId !== null)
  const notRun = [...checks, ...rules].every(({ hasRun }) => !hasRun)
  const hrefOf = (check: string) => hrefTo('errors', websiteId, { check, crawl: crawlText })
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1">
      {found.map(({ id, title, issueCount }) => (
        <a key={id} href={hrefOf(id)} className={numberLinkLook}>
          {title} ({formatNumber(issueCount)})
        </a>
      ))}
      {broken.map(({ rule, pageCount }) => (
        <a key={rule} href={hrefOf('axe-violation')} className={numberLinkLook}>
          axe: {rule} ({formatNumber(pageCount)})
        </a>
      ))}
      {found.length + broken.length === 0 && (
        <span className="text-ink-muted">{notRun ? 'Not tested: the crawl did not render JavaScript' : 'None'}</span>
      )}
    </span>
  )
}

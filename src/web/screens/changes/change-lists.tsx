/** The numbers of a comparison, each of which chooses its list, and the chosen list. */
import { clsx } from 'clsx'
import type { ComparisonHead } from '#shared/api/comparison.ts'
import { comparedPageChanges, pageFieldNames, pageFields } from '#shared/changes.ts'
import { severities } from '#shared/model.ts'
import { severityLooks } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import { formatNumber } from '../../components/format.ts'
import { pageSizeOf } from '../../components/pagination.tsx'
import { Select } from '../../components/select.tsx'
import type { ComparedCrawls } from '../../queries/comparison.ts'
import { changedSearch, pageNumber, useUrlState } from '../../state/url-state.ts'
import {
  type ChangeList,
  changeHints,
  changeListName,
  changeListOf,
  issueChangeLabels,
  lengthOf,
  pageChangeLabels,
} from './change-list.ts'
import { ChangedIssues } from './changed-issues.tsx'
import { ChangedPages } from './changed-pages.tsx'
import { listDefaults } from './compared-url.ts'

interface ChangeListsProps {
  compared: ComparedCrawls
  comparison: ComparisonHead
}

const issueLists: ChangeList[] = (['new', 'fixed', 'unchanged', 'not-crawled', 'not-checked'] as const).map(change => ({
  kind: 'issues',
  change,
}))
const pageLists: ChangeList[] = comparedPageChanges.map(change => ({ kind: 'pages', change }))

export function ChangeLists({ compared, comparison }: ChangeListsProps) {
  const [urlState, change] = useUrlState(listDefaults)
  const list = changeListOf(urlState.list)
  const name = changeListName(list)
  const pageSize = pageSizeOf(urlState.size)
  const part = { offset: (pageNumber(urlState.page) - 1) * pageSize, limit: pageSize }
  const paging = {
    page: pageNumber(urlState.page),
    pageSize,
    onPage: (page: number) => change({ page: String(page) }),
    onPageSize: (size: string) => change({ size, page: '1' }),
  }
  const severity = severities.find(each => each === urlState.severity)
  const field = pageFieldNames.find(each => each === urlState.field)
  return (
    <Card>
      <div className="space-y-3 border-line border-b p-3 sm:px-4">
        <Numbers label="Issues" lists={issueLists} chosen={name} comparison={comparison} />
        <Numbers label="Pages" lists={pageLists} chosen={name} comparison={comparison} />
      </div>
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2 sm:px-4">
        <h2 className="mr-auto text-sm">{changeHints[name]}</h2>
        {list.kind === 'issues' ? (
          <>
            <Select
              label="Severity"
              options={[
                { value: '', label: 'All severities' },
                ...severities.map(value => ({ value, label: severityLooks[value].label })),
              ]}
              value={severity ?? ''}
              onValue={value => change({ severity: value, page: '1' })}
              className="w-44 max-sm:w-full"
            />
            <Select
              label="Check"
              options={checkOptions(comparison)}
              value={urlState.check}
              onValue={value => change({ check: value, page: '1' })}
              className="w-72 max-sm:w-full"
            />
          </>
        ) : (
          list.change === 'changed' && (
            <Select
              label="What changed"
              options={fieldOptions(comparison)}
              value={field ?? ''}
              onValue={value => change({ field: value, page: '1' })}
              className="w-60 max-sm:w-full"
            />
          )
        )}
      </div>
      <div className="min-h-[60dvh]">
        {list.kind === 'issues' ? (
          <ChangedIssues
            {...{ compared, comparison, paging }}
            filter={{ ...part, change: list.change, severity, check: urlState.check || undefined }}
          />
        ) : (
          <ChangedPages
            {...{ compared, comparison, paging }}
            filter={{ ...part, change: list.change, field: list.change === 'changed' ? field : undefined }}
          />
        )}
      </div>
    </Card>
  )
}

interface NumbersProps {
  label: string
  lists: readonly ChangeList[]
  chosen: string
  comparison: ComparisonHead
}

/** Links, so that each list can be opened beside this one. */
function Numbers({ label, lists, chosen, comparison }: NumbersProps) {
  const [, change] = useUrlState(listDefaults)
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-2">
      <span aria-hidden className="w-12 text-[0.8125rem] text-ink-muted">
        {label}
      </span>
      {lists.map(list => {
        const name = changeListName(list)
        const next = { ...listDefaults, list: name }
        const isChosen = name === chosen
        return (
          <a
            key={name}
            href={`${location.pathname}${changedSearch(location.search, { defaults: listDefaults, change: next })}`}
            onClick={event => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
              event.preventDefault()
              change(next)
            }}
            aria-current={isChosen || undefined}
            className={clsx(
              'inline-flex h-9 items-center gap-1.5 rounded-control border px-2.5 text-[0.8125rem] transition-colors hover:border-accent',
              isChosen ? 'border-accent bg-accent-soft text-accent' : 'border-line',
            )}
          >
            {list.kind === 'pages' ? pageChangeLabels[list.change] : issueChangeLabels[list.change]}
            <span className="figures font-semibold">{formatNumber(lengthOf(list, comparison))}</span>
          </a>
        )
      })}
    </nav>
  )
}

function checkOptions({ checks }: ComparisonHead) {
  const titles = new Map(checks.map(({ checkId, title }) => [checkId, title]))
  const options = [...titles].map(([value, label]) => ({ value, label }))
  return [{ value: '', label: 'All checks' }, ...options.sort((a, b) => a.label.localeCompare(b.label, 'en'))]
}

function fieldOptions({ fields }: ComparisonHead) {
  const changed = fields.filter(({ pages }) => pages > 0)
  return [
    { value: '', label: 'Any change' },
    ...changed.map(({ field, pages }) => ({ value: field, label: `${pageFields[field]} (${formatNumber(pages)})` })),
  ]
}

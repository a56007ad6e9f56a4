/** Views of the list: those that every crawl has, and those that a person has saved, each with its number of pages. */
import { clsx } from 'clsx'
import { Bookmark, X } from 'lucide-react'
import { lazy, useState } from 'react'
import { DisclosurePanel } from '../../components/disclosure-panel.tsx'
import { formatNumber } from '../../components/format.ts'
import { usePageCounts } from '../../queries/pages.ts'
import { readUrlState } from '../../state/url-state.ts'
import { filterOf, readView, type ViewState, viewDefaults, viewText } from './page-view.ts'
import { ofBrowser, readSavedViews, type SavedView, withView, writeSavedViews } from './saved-views.ts'

const SaveViewForm = lazy(() => import('./save-view-form.tsx').then(part => ({ default: part.SaveViewForm })))

const fixedViews: readonly SavedView[] = [
  { name: 'All pages', query: '' },
  { name: 'Indexable', query: 'filters=indexability:is:indexable' },
  { name: 'Not indexable', query: 'filters=indexability:not:indexable' },
  { name: 'Redirects', query: 'status=3xx' },
  { name: 'Not found', query: 'filters=status:is:404' },
]

interface ViewTabsProps {
  websiteId: number
  crawlId: number | null
  state: ViewState
  onView: (state: ViewState) => void
}

export function ViewTabs({ websiteId, crawlId, state, onView }: ViewTabsProps) {
  const [saved, setSaved] = useState(() => readSavedViews(ofBrowser))
  const views = [...fixedViews, ...saved].map(view => {
    const own = readUrlState(view.query, viewDefaults)
    return { ...view, state: own, text: viewText(own), filter: withoutOrder(own) }
  })
  const counts = usePageCounts(websiteId, { crawlId, filters: views.map(({ filter }) => filter) })
  const current = viewText(state)
  const store = (changed: readonly SavedView[]) => {
    writeSavedViews(ofBrowser, changed)
    setSaved([...changed])
  }
  return (
    <div className="flex items-center gap-2 border-line border-b pr-3 sm:pr-4">
      <nav aria-label="Views" className="flex min-w-0 flex-1 overflow-x-auto px-1 sm:px-2 [scrollbar-width:none]">
        {views.map((view, at) => (
          <span key={view.name} className="flex shrink-0 items-center">
            <button
              type="button"
              aria-current={view.text === current || undefined}
              onClick={() => onView(view.state)}
              className={clsx(
                'figures h-11 border-transparent border-b-2 px-3 text-[0.8125rem] whitespace-nowrap hover:text-ink',
                view.text === current ? 'border-accent font-medium text-ink' : 'text-ink-muted',
              )}
            >
              {view.name} <span className="text-ink-muted">{formatCountOf(counts[at])}</span>
            </button>
            {at >= fixedViews.length && (
              <button
                type="button"
                aria-label={`Delete view ${view.name}`}
                onClick={() => store(saved.filter(({ name }) => name !== view.name))}
                className="grid size-7 place-items-center rounded text-ink-faint hover:text-ink"
              >
                <X aria-hidden className="size-3.5" />
              </button>
            )}
          </span>
        ))}
      </nav>
      <DisclosurePanel
        label="Save view"
        variant="ghost"
        size="small"
        button={
          <>
            <Bookmark aria-hidden />
            <span className="max-sm:sr-only">Save View</span>
          </>
        }
        panelClassName="right-0 w-72 max-w-[calc(100vw-3rem)]"
      >
        {close => (
          <SaveViewForm
            taken={fixedViews.map(({ name }) => name)}
            onName={name => {
              close()
              store(withView(saved, { name, query: current }))
            }}
          />
        )}
      </DisclosurePanel>
    </div>
  )
}

/** The number of pages does not depend on their order. */
function withoutOrder(state: ViewState) {
  return filterOf({ ...readView(state), sort: undefined })
}

function formatCountOf(count: number | null | undefined): string {
  return count === null || count === undefined ? '' : formatNumber(count)
}

/** "Help & Documentation": how the product works, and all checks, with a search. */

import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { checkEndpoints } from '#shared/api/checks.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { formatLongDuration } from '../../components/format.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { EmptyState } from '../../components/states.tsx'
import { callApi } from '../../queries/api-client.ts'
import { useBoot } from '../../state/boot.ts'
import { useUrlState } from '../../state/url-state.ts'
import { CHECK_ID_START, type ChecksShown } from './check-catalogue.tsx'
import { HelpBlockView } from './help-block-view.tsx'
import type { HelpSection } from './help-blocks.ts'
import { findHelp } from './help-search.ts'
import { helpSections } from './help-sections.ts'

const urlDefaults = { search: '' }
/** The default of the server. */
const EPHEMERAL_SECONDS = 1_800

export function HelpScreen() {
  const { maxCrawlLimit, ephemeralSeconds = EPHEMERAL_SECONDS } = useBoot()
  const [{ search }, changeUrl] = useUrlState(urlDefaults)
  const checks = useQuery({
    queryKey: ['checks'],
    queryFn: ({ signal }) => callApi(checkEndpoints.listChecks, { signal }),
  })
  const sections = useMemo(
    () => helpSections({ maxCrawlLimit, ephemeralWords: formatLongDuration(ephemeralSeconds) }),
    [maxCrawlLimit, ephemeralSeconds],
  )
  const found = useMemo(() => findHelp({ sections, checks: checks.data }, search), [sections, checks.data, search])
  useGoToHash(checks.data !== undefined)
  const shown: ChecksShown = {
    list: checks.data && found.checks,
    error: checks.error,
    onRetry: () => void checks.refetch(),
    isSearch: search.trim() !== '',
  }
  return (
    <>
      <PageHeader title="Help & Documentation" description="What this tool does, and how to read its results." />
      <div className="grid items-start gap-6 lg:grid-cols-[16rem_1fr]">
        <div className="lg:sticky lg:top-20">
          <SearchInput label="Search help..." value={search} onValue={text => changeUrl({ search: text })} />
          <Contents sections={found.sections} />
        </div>
        <div className="min-w-0 space-y-5">
          <p role="status" className="sr-only">
            {shown.isSearch && `${found.sections.length} sections found`}
          </p>
          {found.sections.map(section => (
            <Section key={section.id} section={section} checks={shown} />
          ))}
          {found.sections.length === 0 && <NothingFound onClear={() => changeUrl({ search: '' })} />}
        </div>
      </div>
    </>
  )
}

function Contents({ sections }: { sections: readonly HelpSection[] }) {
  return (
    <nav aria-label="Contents" className="mt-3">
      <ul className="max-lg:flex max-lg:flex-wrap max-lg:gap-1.5">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="block rounded-control px-3 py-1.5 text-ink-muted text-sm hover:bg-sunken hover:text-ink max-lg:border max-lg:border-line max-lg:bg-surface"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Section({ section: { id, title, blocks }, checks }: { section: HelpSection; checks: ChecksShown }) {
  return (
    <Card id={id} aria-labelledby={`${id}-title`} className="p-4 max-md:scroll-mt-14 sm:p-6">
      <h2 id={`${id}-title`} className="font-semibold text-lg leading-7">
        {title}
      </h2>
      <div className="mt-3 space-y-4 text-ink-muted">
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a section never change
          <HelpBlockView key={index} block={block} checks={checks} />
        ))}
      </div>
    </Card>
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={SearchX}
        title="Nothing found"
        description="No help section or check contains all of these words."
        action={<Button onClick={onClear}>Clear search</Button>}
      />
    </Card>
  )
}

/** Scrolls to the fragment of the URL once its element exists: it does not when the document loads. */
function useGoToHash(hasChecks: boolean): void {
  useEffect(goToHash, [])
  useEffect(() => {
    if (hasChecks && location.hash.startsWith(`#${CHECK_ID_START}`)) goToHash()
  }, [hasChecks])
}

function goToHash(): void {
  const id = location.hash.slice(1)
  if (id !== '') document.getElementById(id)?.scrollIntoView()
}

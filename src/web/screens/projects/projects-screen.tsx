/** "Websites": the websites of this visitor or user, with counts, earlier crawls and actions. */
import { Globe, SearchX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { WebsiteResponse } from '#shared/api/websites.ts'
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'
import { hrefTo, idNumber } from '#shared/routes.ts'
import { allows } from '#shared/sharing.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { FetchErrorState, LoadingState, Skeleton } from '../../components/fetch-states.tsx'
import { formatCount } from '../../components/format.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { SearchInput, useDebouncedText } from '../../components/search-input.tsx'
import { EmptyState } from '../../components/states.tsx'
import { UnsavedChanges, useUnsavedGuard } from '../../components/unsaved-changes.tsx'
import { useWebsites } from '../../queries/websites.ts'
import { pageNumber, useUrlState } from '../../state/url-state.ts'
import { type RemovalKind, RemoveWebsiteDialog } from './remove-website-dialog.tsx'
import { visibleWebsites } from './search.ts'
import { StoredCredentialsDialog } from './stored-credentials-dialog.tsx'
import { WebsiteRow } from './website-row.tsx'
import { WebsiteSheet } from './website-sheet.tsx'

const CheckSettings = lazy(() => import('./check-settings.tsx').then(part => ({ default: part.CheckSettings })))
const WebsiteData = lazy(() => import('./website-data.tsx').then(part => ({ default: part.WebsiteData })))
const ShareDialog = lazy(() => import('../../sharing/share-dialog.tsx').then(part => ({ default: part.ShareDialog })))

export function ProjectsScreen() {
  const { data: websites, error, refetch } = useWebsites()
  return (
    <>
      <PageHeader
        title="Websites"
        description={
          websites ? (
            <p className="figures">{formatCount(websites.length, 'crawled website')}</p>
          ) : (
            !error && <Skeleton className="my-0.5 w-40" />
          )
        }
        actions={
          <Button href={hrefTo('landing')} variant="primary">
            Crawl a website
          </Button>
        }
      />
      {/* As high as the window, so that nothing below moves when the rows are loaded. */}
      <div className="min-h-[80dvh]">
        <Card>
          {websites ? (
            <WebsiteList websites={websites} />
          ) : error ? (
            <FetchErrorState what="Failed to fetch websites" error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingState message="Loading websites..." rows={16} />
          )}
        </Card>
      </div>
    </>
  )
}

const urlDefaults = { search: '', page: '1' }
/** The website whose fields, rules and segments are open, and their tab. */
const dataDefaults = { data: '', tab: '' }

function WebsiteList({ websites }: { websites: readonly WebsiteResponse[] }) {
  const [urlState, change] = useUrlState(urlDefaults)
  const [searchText, setSearchText] = useDebouncedText(urlState.search, search => change({ search, page: '1' }))
  const [removed, setRemoved] = useState<WebsiteResponse | null>(null)
  const [removal, setRemoval] = useState<RemovalKind>('clear')
  const [accessed, setAccessed] = useState<WebsiteResponse | null>(null)
  const [shared, setShared] = useState<WebsiteResponse | null>(null)
  const [configured, setConfigured] = useState<WebsiteResponse | null>(null)
  const [opened, changeOpened] = useUrlState(dataDefaults)
  const unsaved = useUnsavedGuard()
  const rows = visibleWebsites(websites, urlState.search)
  const page = Math.min(pageNumber(urlState.page), Math.max(1, Math.ceil(rows.length / TABLE_PAGE_SIZE)))
  return (
    <>
      {websites.length > 0 && (
        <div className="border-line border-b p-3 sm:px-5">
          <SearchInput label="Search websites..." value={searchText} onValue={setSearchText} className="max-w-md" />
        </div>
      )}
      {rows.length === 0 ? (
        <NoWebsites
          isSearched={websites.length > 0}
          onShowAll={() => {
            setSearchText('')
            change(urlDefaults)
          }}
        />
      ) : (
        <ul aria-label="Websites" className="divide-y divide-line">
          {rows.slice((page - 1) * TABLE_PAGE_SIZE, page * TABLE_PAGE_SIZE).map(website => (
            <WebsiteRow
              key={website.id}
              website={website}
              onSettings={() => setConfigured(website)}
              onData={() => changeOpened({ data: String(website.id) })}
              onCredentials={() => setAccessed(website)}
              onShare={() => setShared(website)}
              onRemove={kind => {
                setRemoval(kind)
                setRemoved(website)
              }}
            />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pageSize={TABLE_PAGE_SIZE}
        total={rows.length}
        onPage={next => change({ page: String(next) })}
      />
      <StoredCredentialsDialog website={accessed} onClose={() => setAccessed(null)} />
      {shared && (
        <Suspense fallback={null}>
          <ShareDialog websiteId={shared.id} initialTab="users" isOpen onOpen={() => setShared(null)} />
        </Suspense>
      )}
      <RemoveWebsiteDialog kind={removal} website={removed} onClose={() => setRemoved(null)} />
      <WebsiteSheet title="Check settings" website={configured} onClose={() => setConfigured(null)}>
        {({ id }) => <CheckSettings key={id} websiteId={id} />}
      </WebsiteSheet>
      <WebsiteSheet
        title="Fields, rules and segments"
        website={websites.find(({ id, role }) => id === idNumber(opened.data) && allows(role, 'edit')) ?? null}
        onClose={() => unsaved.leave(() => changeOpened(dataDefaults))}
        waiting={<LoadingState message="Loading fields..." rows={6} />}
      >
        {website => (
          <UnsavedChanges guard={unsaved}>
            <WebsiteData
              key={website.id}
              website={website}
              tab={opened.tab}
              onTab={tab => unsaved.leave(() => changeOpened({ tab }))}
            />
          </UnsavedChanges>
        )}
      </WebsiteSheet>
    </>
  )
}

function NoWebsites({ isSearched, onShowAll }: { isSearched: boolean; onShowAll: () => void }) {
  const title = 'No Websites Found'
  if (isSearched)
    return (
      <EmptyState
        icon={SearchX}
        title={title}
        description="No websites match your search query."
        action={<Button onClick={onShowAll}>Show all websites</Button>}
      />
    )
  return (
    <EmptyState
      icon={Globe}
      title={title}
      description="You haven't crawled any websites yet."
      action={
        <Button href={hrefTo('landing')} variant="primary">
          Crawl a website
        </Button>
      }
    />
  )
}

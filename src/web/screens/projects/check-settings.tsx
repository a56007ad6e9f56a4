/** The muted issues of a website, and every check with its severity, switch and thresholds. */
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type CheckResponse, checkEndpoints } from '#shared/api/checks.ts'
import type { MuteResponse, WebsiteSettingsResponse } from '#shared/api/website-settings.ts'
import { severities } from '#shared/model.ts'
import { severityLooks } from '../../components/badge.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { FetchErrorState, LoadingState } from '../../components/fetch-states.tsx'
import { formatCount } from '../../components/format.ts'
import { SearchInput } from '../../components/search-input.tsx'
import { Select } from '../../components/select.tsx'
import { issueTypeLabel } from '../../issues/issue-type-label.ts'
import { Unmute } from '../../issues/muted-list.tsx'
import { callApi } from '../../queries/api-client.ts'
import { useSetCheck, useWebsiteSettings } from '../../queries/website-settings.ts'
import { CheckThresholds } from './check-thresholds.tsx'
import { foundChecks } from './search.ts'

export function CheckSettings({ websiteId }: { websiteId: number }) {
  const settings = useWebsiteSettings(websiteId)
  const checks = useQuery({
    queryKey: ['checks'],
    queryFn: ({ signal }) => callApi(checkEndpoints.listChecks, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const error = settings.error ?? checks.error
  if (settings.data && checks.data)
    return <FilledSettings websiteId={websiteId} settings={settings.data} checks={checks.data} />
  if (!error) return <LoadingState message="Loading check settings..." rows={8} />
  const retry = () => {
    for (const query of [settings, checks]) if (query.error) void query.refetch()
  }
  return <FetchErrorState what="Failed to fetch the check settings" error={error} onRetry={retry} />
}

interface FilledSettingsProps {
  websiteId: number
  settings: WebsiteSettingsResponse
  checks: readonly CheckResponse[]
}

function FilledSettings({ websiteId, settings, checks }: FilledSettingsProps) {
  const [search, setSearch] = useState('')
  const titles = new Map(checks.map(check => [check.id, check.title]))
  const changed = new Map(settings.checks.map(check => [check.checkId, check]))
  const shown = foundChecks(checks, search)
  return (
    <div className="space-y-6 px-5 py-5">
      <section>
        <h3 className="font-semibold text-ink-muted text-sm">Muted</h3>
        {settings.mutes.length === 0 ? (
          <p className="mt-1 text-ink-muted text-sm">Nothing is muted. To mute issues, open an issue list.</p>
        ) : (
          <ul className="divide-y divide-line text-sm">
            {settings.mutes.map(mute => (
              <li key={mute.id} className="flex flex-wrap items-start justify-between gap-2 py-3">
                <MuteText mute={mute} title={titles.get(mute.checkId ?? '')} />
                <Unmute
                  muteId={mute.id}
                  what={titles.get(mute.checkId ?? '') ?? mute.pattern ?? ''}
                  websiteId={websiteId}
                />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <h3 className="font-semibold text-ink-muted text-sm">Checks</h3>
        <p className="mt-1 mb-3 text-ink-muted text-sm">
          Changes of switches and severities apply to the latest finished crawl at once and to all later crawls;
          thresholds apply from the next crawl.
        </p>
        <SearchInput label="Search checks..." value={search} onValue={setSearch} />
        <p role="status" className="figures mt-2 text-ink-muted text-xs">
          {formatCount(shown.length, 'check')}
        </p>
        <ul className="divide-y divide-line">
          {shown.map(check => (
            <li key={check.id} className="py-3">
              <CheckRow websiteId={websiteId} check={check} setting={changed.get(check.id)} />
              <CheckThresholds
                websiteId={websiteId}
                check={check}
                changed={settings.thresholds.filter(({ checkId }) => checkId === check.id)}
              />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function MuteText({ mute, title }: { mute: MuteResponse; title: string | undefined }) {
  return (
    <div className="min-w-0 flex-1 basis-48 space-y-0.5 [overflow-wrap:anywhere]">
      <p className="font-medium">{mute.checkId === null ? 'Every check' : (title ?? mute.checkId)}</p>
      <p className="text-ink-muted">
        {mute.pattern === null ? 'On the whole website' : <CrawledText text={mute.pattern} dir="ltr" />}
      </p>
      <p className="text-ink-muted">Reason: {mute.reason}</p>
    </div>
  )
}

const OWN = 'own'

interface CheckRowProps {
  websiteId: number
  check: CheckResponse
  setting: WebsiteSettingsResponse['checks'][number] | undefined
}

function CheckRow({ websiteId, check, setting }: CheckRowProps) {
  const { mutate, isPending, variables } = useSetCheck(websiteId)
  // The requested values while the request is pending.
  const { isOff, severity } = (isPending ? variables : setting) ?? { isOff: false, severity: null }
  const titleId = useId()
  const options = [
    { value: OWN, label: `${severityLooks[check.severity].label} (default)` },
    ...severities
      .filter(each => each !== check.severity)
      .map(each => ({ value: each, label: severityLooks[each].label })),
  ]
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-56">
        <p id={titleId} className="font-medium text-sm">
          {check.title}
        </p>
        <p className="text-ink-muted text-xs">{issueTypeLabel(check.type)}</p>
      </div>
      <div className="flex items-center gap-3">
        <Select
          label={`Severity: ${check.title}`}
          options={options}
          value={severity ?? OWN}
          disabled={isOff}
          onValue={value =>
            mutate({ checkId: check.id, isOff, severity: severities.find(each => each === value) ?? null })
          }
        />
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            aria-label={`On: ${check.title}`}
            checked={!isOff}
            onChange={event => mutate({ checkId: check.id, isOff: !event.target.checked, severity })}
            className="size-4 shrink-0 accent-accent"
          />
          On
        </label>
      </div>
    </div>
  )
}

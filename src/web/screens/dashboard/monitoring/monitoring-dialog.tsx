/** "Schedule Monitoring": when the website is crawled by itself, and what is reported of it. */
import { useState } from 'react'
import type { PlannedSchedule, WebsiteSchedule } from '#shared/api/schedules.ts'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { LoadingState } from '../../../components/fetch-states.tsx'
import { formatDateTime } from '../../../components/format.ts'
import { ErrorState } from '../../../components/states.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../components/tabs.tsx'
import { fetchFailure } from '../../../queries/api-client.ts'
import { useDeleteSchedule, useSchedule, useSetSchedule } from '../../../queries/schedules.ts'
import { useMay } from '../../../sharing/shown.ts'
import { AlertPanel } from './alert-form.tsx'
import { ChannelPanel } from './channel-panel.tsx'
import { LightCheckPanel } from './light-check-panel.tsx'
import { ScheduleForm } from './schedule-form.tsx'

interface MonitoringDialogProps {
  websiteId: number
  url: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

export function MonitoringDialog({ websiteId, url, isOpen, onOpen }: MonitoringDialogProps) {
  const [tab, setTab] = useState('schedule')
  const isOwn = useMay('own')
  return (
    <Dialog
      isOpen={isOpen}
      onOpen={onOpen}
      isWide
      title="Schedule Monitoring"
      description={`Crawls ${url} by itself, with the options and the page limit of its newest crawl.`}
    >
      <Tabs value={tab} onValueChange={setTab}>
        <TabList aria-label="Parts of the monitoring">
          <Tab value="schedule">Schedule</Tab>
          <Tab value="checks">Checks</Tab>
          {isOwn && <Tab value="alerts">Alerts</Tab>}
          {isOwn && <Tab value="channels">Channels</Tab>}
        </TabList>
        <TabPanel value="schedule" className="pt-4">
          <SchedulePanel websiteId={websiteId} />
        </TabPanel>
        <TabPanel value="checks" className="pt-4">
          <LightCheckPanel websiteId={websiteId} />
        </TabPanel>
        <TabPanel value="alerts" className="pt-4">
          <AlertPanel websiteId={websiteId} />
        </TabPanel>
        <TabPanel value="channels" className="pt-4">
          <ChannelPanel />
        </TabPanel>
      </Tabs>
    </Dialog>
  )
}

function SchedulePanel({ websiteId }: { websiteId: number }) {
  const { data, error, refetch } = useSchedule(websiteId)
  if (data) return <Content key={data.planned === null ? 'new' : 'planned'} websiteId={websiteId} data={data} />
  if (error)
    return (
      <ErrorState message={fetchFailure('The schedule could not be loaded', error)} onRetry={() => void refetch()} />
    )
  return <LoadingState message="Loading schedule..." rows={3} />
}

function Content({ websiteId, data }: { websiteId: number; data: WebsiteSchedule }) {
  const { planned, maxSchedules, minMinutes } = data
  if (maxSchedules === 0 && planned === null)
    return <p className="text-sm">The operator of this server allows no scheduled crawls.</p>
  return (
    <div className="space-y-5">
      {planned && <Planned websiteId={websiteId} planned={planned} />}
      <ScheduleForm websiteId={websiteId} schedule={planned?.schedule ?? null} minMinutes={minMinutes} />
    </div>
  )
}

const stateLabels: Record<PlannedSchedule['state'], string> = {
  active: 'Active',
  paused: 'Paused',
  failing: 'Failing',
}
const stateTones = { active: 'success', paused: 'neutral', failing: 'error' } as const

function Planned({ websiteId, planned }: { websiteId: number; planned: PlannedSchedule }) {
  const { state, sentence, nextRunAt, lastRunAt, schedule } = planned
  const setSchedule = useSetSchedule(websiteId)
  const remove = useDeleteSchedule(websiteId)
  return (
    <section aria-label="State of the schedule" className="space-y-3 rounded-control bg-sunken p-3 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={stateTones[state]}>{stateLabels[state]}</Badge>
        <span>{nextRunAt === null ? 'No crawl is planned.' : `Next crawl: ${formatDateTime(nextRunAt)}`}</span>
      </div>
      {sentence !== '' && <p>{sentence}</p>}
      {lastRunAt !== null && <p className="text-ink-muted">Last run: {formatDateTime(lastRunAt)}</p>}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          isBusy={setSchedule.isPending}
          onClick={() => setSchedule.mutate({ ...schedule, isPaused: !schedule.isPaused })}
        >
          {schedule.isPaused ? 'Resume' : 'Pause'}
        </Button>
        <Button size="small" variant="destructive" isBusy={remove.isPending} onClick={() => remove.mutate()}>
          Delete schedule
        </Button>
      </div>
    </section>
  )
}

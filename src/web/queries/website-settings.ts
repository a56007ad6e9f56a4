/** The issue settings of a website: checks, thresholds and mutes. Lists and counts are fetched again after a change. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type WebsiteSettingsResponse, websiteSettingsEndpoints } from '#shared/api/website-settings.ts'
import type { Severity } from '#shared/model.ts'
import { useToast } from '../state/toasts.ts'
import { callApi, failureReason } from './api-client.ts'
import { queryKeys } from './query-client.ts'

const settingsKey = (websiteId: number) => ['websiteSettings', websiteId] as const

export function useWebsiteSettings(websiteId: number) {
  return useQuery({
    queryKey: settingsKey(websiteId),
    queryFn: ({ signal }) => callApi(websiteSettingsEndpoints.websiteSettings, { id: websiteId, signal }),
    staleTime: 0,
  })
}

export interface CheckChange {
  checkId: string
  isOff: boolean
  severity: Severity | null
}

/** `mutate(change)` switches a check on or off, or changes its severity. */
export function useSetCheck(websiteId: number) {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: (change: CheckChange) => callApi(websiteSettingsEndpoints.setCheck, { id: websiteId, body: change }),
    onSuccess: settings => applySettings(client, { websiteId, settings }),
    onError: error =>
      toast({ title: 'The check was not changed', variant: 'destructive', description: failureReason(error) }),
  })
}

export interface ThresholdChange {
  checkId: string
  values: { name: string; value: number }[]
}

/** `mutate(change)` sets all thresholds of one check; those not named get their default. */
export function useSetThresholds(websiteId: number) {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: (change: ThresholdChange) =>
      callApi(websiteSettingsEndpoints.setThresholds, { id: websiteId, body: change }),
    onSuccess: settings => {
      toast({ title: 'Thresholds saved', description: 'They apply from the next crawl on.' })
      client.setQueryData(settingsKey(websiteId), settings)
    },
    onError: error =>
      toast({ title: 'The thresholds were not changed', variant: 'destructive', description: failureReason(error) }),
  })
}

export interface NewMute {
  checkId: string | null
  pattern: string | null
  reason: string
}

/** `mutate(mutes)`, at least one; its toast has an Undo button for all of them. */
export function useAddMutes(websiteId: number) {
  const client = useQueryClient()
  const { toast } = useToast()
  const { mutate: unmute } = useRemoveMutes(websiteId)
  return useMutation({
    mutationFn: (mutes: readonly NewMute[]) =>
      oneAfterTheOther(mutes, mute => callApi(websiteSettingsEndpoints.addMute, { id: websiteId, body: mute })),
    onSuccess: (added, [first]) => {
      const muteIds = added.map(({ muteId }) => muteId)
      const action = { label: 'Undo', onSelect: () => unmute(muteIds) }
      toast({ title: 'Muted', description: first?.reason ?? '', action })
    },
    onError: error => toast({ title: 'Could not mute', variant: 'destructive', description: failureReason(error) }),
    // Where one of several was refused, those before it are muted.
    onSettled: added => applySettings(client, { websiteId, settings: added?.at(-1)?.settings }),
  })
}

/** `mutate(muteIds)` removes mutes; their issues return to the report. */
export function useRemoveMutes(websiteId: number) {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: (muteIds: readonly number[]) =>
      oneAfterTheOther(muteIds, muteId =>
        callApi(websiteSettingsEndpoints.removeMute, { id: websiteId, body: { muteId } }),
      ),
    onSuccess: () => toast({ title: 'Unmuted', description: 'The issues are in the report again.' }),
    onError: error => toast({ title: 'Could not unmute', variant: 'destructive', description: failureReason(error) }),
    onSettled: removed => applySettings(client, { websiteId, settings: removed?.at(-1) }),
  })
}

async function oneAfterTheOther<Item, Result>(
  items: readonly Item[],
  call: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await call(item))
  return results
}

/** Stores the settings, or has them fetched where they are not known, and has lists and counts fetched again. */
function applySettings(
  client: QueryClient,
  { websiteId, settings }: { websiteId: number; settings: WebsiteSettingsResponse | undefined },
): void {
  if (settings) client.setQueryData(settingsKey(websiteId), settings)
  else client.invalidateQueries({ queryKey: settingsKey(websiteId) }).catch(() => {})
  client.invalidateQueries({ queryKey: queryKeys.websites }).catch(() => {})
  for (const kind of ['crawl', 'pages', 'issues', 'suppressed'])
    client.invalidateQueries({ queryKey: [kind, websiteId] }).catch(() => {})
}

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

/** `mutate(mute)`; its toast has an Undo button. */
export function useAddMute(websiteId: number) {
  const client = useQueryClient()
  const { toast } = useToast()
  const { mutate: unmute } = useRemoveMute(websiteId)
  return useMutation({
    mutationFn: (mute: NewMute) => callApi(websiteSettingsEndpoints.addMute, { id: websiteId, body: mute }),
    onSuccess: ({ muteId, settings }, { reason }) => {
      toast({ title: 'Muted', description: reason, action: { label: 'Undo', onSelect: () => unmute(muteId) } })
      return applySettings(client, { websiteId, settings })
    },
    onError: error => toast({ title: 'Could not mute', variant: 'destructive', description: failureReason(error) }),
  })
}

/** `mutate(muteId)` removes a mute; its issues return to the report. */
export function useRemoveMute(websiteId: number) {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: (muteId: number) => callApi(websiteSettingsEndpoints.removeMute, { id: websiteId, body: { muteId } }),
    onSuccess: settings => {
      toast({ title: 'Unmuted', description: 'The issues are in the report again.' })
      return applySettings(client, { websiteId, settings })
    },
    onError: error => toast({ title: 'Could not unmute', variant: 'destructive', description: failureReason(error) }),
  })
}

/** Stores the settings, and has lists and counts fetched again. */
function applySettings(
  client: QueryClient,
  { websiteId, settings }: { websiteId: number; settings: WebsiteSettingsResponse },
): void {
  client.setQueryData(settingsKey(websiteId), settings)
  client.invalidateQueries({ queryKey: queryKeys.websites }).catch(() => {})
  for (const kind of ['crawl', 'pages', 'issues', 'suppressed'])
    client.invalidateQueries({ queryKey: [kind, websiteId] }).catch(() => {})
}

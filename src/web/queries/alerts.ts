/** What is reported of a website, and where it goes. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AlertSettings, NewChannel } from '#shared/alerts.ts'
import { alertEndpoints } from '#shared/api/alerts.ts'
import { useToast } from '../state/toasts.ts'
import { callApi, failureReason } from './api-client.ts'

const CHANNELS_KEY = ['alertChannels'] as const
const settingsKey = (websiteId: number) => ['alerts', websiteId] as const
const deliveriesKey = (channelId: number) => ['alertDeliveries', channelId] as const

export function useAlertSettings(websiteId: number) {
  return useQuery({
    queryKey: settingsKey(websiteId),
    queryFn: ({ signal }) => callApi(alertEndpoints.websiteAlerts, { id: websiteId, signal }),
    staleTime: 0,
  })
}

export function useSetAlerts(websiteId: number) {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: (settings: AlertSettings) => callApi(alertEndpoints.setAlerts, { id: websiteId, body: settings }),
    onSuccess: saved => {
      client.setQueryData(settingsKey(websiteId), saved)
      toast({ title: 'Alerts saved', description: 'They apply from the next crawl on.' })
    },
  })
}

export function useChannels() {
  return useQuery({
    queryKey: CHANNELS_KEY,
    queryFn: ({ signal }) => callApi(alertEndpoints.listChannels, { signal }),
    staleTime: 0,
  })
}

/** The response is the only one with the secret, so it is not cached. */
export function useAddChannel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (channel: NewChannel) => callApi(alertEndpoints.addChannel, { body: channel }),
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: CHANNELS_KEY }),
  })
}

export function useConfirmChannel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, code }: { id: number; code: string }) =>
      callApi(alertEndpoints.confirmChannel, { id, body: { code } }),
    onSuccess: () => client.invalidateQueries({ queryKey: CHANNELS_KEY }),
  })
}

/** As above. */
export function useRotateSecret() {
  const { toast } = useToast()
  return useMutation({
    mutationFn: (id: number) => callApi(alertEndpoints.rotateSecret, { id }),
    gcTime: 0,
    onError: error =>
      toast({ title: 'The secret was not changed', variant: 'destructive', description: failureReason(error) }),
  })
}

export function useTestChannel() {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: (id: number) => callApi(alertEndpoints.testChannel, { id }),
    onSuccess: ({ message }, id) => {
      toast({ title: 'Test alert', description: message })
      return client.invalidateQueries({ queryKey: deliveriesKey(id) })
    },
    onError: error =>
      toast({ title: 'No test alert was sent', variant: 'destructive', description: failureReason(error) }),
  })
}

export function useDeleteChannel() {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: (id: number) => callApi(alertEndpoints.deleteChannel, { id }),
    onSuccess: () => client.invalidateQueries({ queryKey: CHANNELS_KEY }),
    onError: error =>
      toast({ title: 'The channel was not deleted', variant: 'destructive', description: failureReason(error) }),
  })
}

export function useDeliveries(channelId: number) {
  return useQuery({
    queryKey: deliveriesKey(channelId),
    queryFn: ({ signal }) => callApi(alertEndpoints.channelDeliveries, { id: channelId, signal }),
    staleTime: 0,
  })
}

export function useResend(channelId: number) {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: (deliveryId: number) => callApi(alertEndpoints.resendDelivery, { id: channelId, body: { deliveryId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: deliveriesKey(channelId) }),
    onError: error =>
      toast({ title: 'The message was not sent again', variant: 'destructive', description: failureReason(error) }),
  })
}

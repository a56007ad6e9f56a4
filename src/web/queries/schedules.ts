/** When a website is crawled by itself. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { scheduleEndpoints, type WebsiteSchedule } from '#shared/api/schedules.ts'
import { type Schedule, scheduleText } from '#shared/schedule.ts'
import { useToast } from '../state/toasts.ts'
import { callApi, failureReason } from './api-client.ts'

const scheduleKey = (websiteId: number) => ['schedule', websiteId] as const

export function useSchedule(websiteId: number) {
  return useQuery({
    queryKey: scheduleKey(websiteId),
    queryFn: ({ signal }) => callApi(scheduleEndpoints.websiteSchedule, { id: websiteId, signal }),
    staleTime: 0,
  })
}

/** `mutate(schedule)`; the caller shows what is wrong with it. */
export function useSetSchedule(websiteId: number) {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: (schedule: Schedule) => callApi(scheduleEndpoints.setSchedule, { id: websiteId, body: schedule }),
    onSuccess: (saved, schedule) => {
      toast({ title: schedule.isPaused ? 'Schedule paused' : 'Schedule saved', description: scheduleText(schedule) })
      keep(client, websiteId, saved)
    },
  })
}

export function useDeleteSchedule(websiteId: number) {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: () => callApi(scheduleEndpoints.deleteSchedule, { id: websiteId }),
    onSuccess: saved => {
      toast({ title: 'Schedule deleted', description: 'The crawls of the website stay.' })
      keep(client, websiteId, saved)
    },
    onError: error =>
      toast({ title: 'The schedule was not deleted', variant: 'destructive', description: failureReason(error) }),
  })
}

function keep(client: QueryClient, websiteId: number, saved: WebsiteSchedule): void {
  client.setQueryData(scheduleKey(websiteId), saved)
}

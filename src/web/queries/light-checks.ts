/** The URLs of a website that are checked between its crawls. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lightCheckEndpoints } from '#shared/api/light-checks.ts'
import type { LightCheckSettings } from '#shared/light-checks.ts'
import { useToast } from '../state/toasts.ts'
import { callApi } from './api-client.ts'

const checksKey = (websiteId: number) => ['lightChecks', websiteId] as const

export function useLightChecks(websiteId: number) {
  return useQuery({
    queryKey: checksKey(websiteId),
    queryFn: ({ signal }) => callApi(lightCheckEndpoints.lightChecks, { id: websiteId, signal }),
    staleTime: 0,
  })
}

/** `mutate(settings)`; the caller shows what is wrong with them. */
export function useSetLightChecks(websiteId: number) {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: (settings: LightCheckSettings) =>
      callApi(lightCheckEndpoints.setLightChecks, { id: websiteId, body: settings }),
    onSuccess: saved => {
      client.setQueryData(checksKey(websiteId), saved)
      const count = saved.settings?.urls.length ?? 0
      const description = count === 1 ? '1 URL is checked.' : `${count} URLs are checked.`
      toast({ title: 'Checks saved', description })
    },
  })
}

/** The segments of a website: its named parts, and what a crawl found in each. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { segmentEndpoints } from '#shared/api/segments.ts'
import type { Segment } from '#shared/segments.ts'
import { callApi } from './api-client.ts'

const segmentsKey = (websiteId: number) => ['segments', websiteId] as const

/** Fetches nothing where `isWanted` is false. */
export function useSegments(websiteId: number, isWanted = true) {
  return useQuery({
    queryKey: segmentsKey(websiteId),
    queryFn: ({ signal }) => callApi(segmentEndpoints.websiteSegments, { id: websiteId, signal }),
    staleTime: 0,
    enabled: isWanted,
  })
}

interface FigureQuery {
  /** The newest crawl where it is null. */
  crawlId: number | null
  /** Crawls of the trend; as many as the server has by default. */
  trend?: number
  /** Fetches nothing where it is false. */
  isWanted?: boolean
}

export function useSegmentFigures(websiteId: number, { crawlId, trend, isWanted = true }: FigureQuery) {
  return useQuery({
    queryKey: ['pages', websiteId, 'segments', crawlId, trend],
    queryFn: ({ signal }) =>
      callApi(segmentEndpoints.segmentFigures, {
        id: websiteId,
        query: { crawl: crawlId ?? undefined, trend },
        signal,
      }),
    enabled: isWanted,
  })
}

/** `mutate(segments)` replaces all of them. */
export function useSetSegments(websiteId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (segments: Segment[]) => callApi(segmentEndpoints.setSegments, { id: websiteId, body: { segments } }),
    onSuccess: async saved => {
      client.setQueryData(segmentsKey(websiteId), saved)
      await client.invalidateQueries({ queryKey: ['pages', websiteId] })
    },
  })
}

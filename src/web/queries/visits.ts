/** What files of visits say of a website: access logs, exports of Search Console and of analytics. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type VisitImportResponse, visitEndpoints, visitImportSchema } from '#shared/api/visits.ts'
import type { SortOrder } from '#shared/page-list.ts'
import type { VisitList, VisitSort, WasteReason } from '#shared/visits.ts'
import { ApiError, callApi, callList, endpointUrl } from './api-client.ts'

/** Of the newest crawl where `crawl` is undefined. */
export function useVisits(websiteId: number, crawl: number | undefined) {
  return useQuery({
    queryKey: ['pages', websiteId, 'visits', { crawl }],
    queryFn: ({ signal }) => callApi(visitEndpoints.visits, { id: websiteId, query: { crawl }, signal }),
  })
}

export type VisitFilter = {
  crawl: number | undefined
  list: VisitList
  waste?: WasteReason | undefined
  bot?: string | undefined
  search?: string | undefined
}

type VisitPart = { sort: VisitSort; order: SortOrder; offset: number; limit: number }

export function useVisitRows(websiteId: number, query: VisitFilter & VisitPart) {
  return useQuery({
    queryKey: ['pages', websiteId, 'visit-urls', query],
    queryFn: ({ signal }) => callList(visitEndpoints.listVisits, { id: websiteId, query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Everything that has figures of visits is fetched again. */
function useRefresh() {
  const client = useQueryClient()
  return () => Promise.all(['pages', 'issues'].map(kind => client.invalidateQueries({ queryKey: [kind] })))
}

interface Upload {
  websiteId: number
  file: File
  /** From 0 to 1. */
  onProgress: (part: number) => void
}

export function useAddVisits(handlers: {
  onSuccess: (added: VisitImportResponse) => void
  onError: (error: Error) => void
}) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (upload: Upload) => {
      const added = await send(upload)
      await refresh()
      return added
    },
    ...handlers,
  })
}

/** `fetch` reports no progress of what is sent. */
function send({ websiteId, file, onProgress }: Upload): Promise<VisitImportResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', endpointUrl(visitEndpoints.addVisits, websiteId, { name: file.name }))
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject(new Error('The server could not be reached. Please try again.'))
    request.onload = () => {
      const { status, statusText, responseText } = request
      if (status !== 200) return reject(new ApiError({ status, statusText, body: responseText.trim() }))
      const parsed = z.safeParse(visitImportSchema, parse(responseText))
      if (parsed.success) resolve(parsed.data)
      else reject(parsed.error)
    }
    request.send(file)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export function useRemoveVisits(handlers: { onSuccess: () => void; onError: (error: Error) => void }) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ websiteId, file }: { websiteId: number; file: number }) => {
      await callApi(visitEndpoints.removeVisits, { id: websiteId, query: { file } })
      await refresh()
    },
    ...handlers,
  })
}

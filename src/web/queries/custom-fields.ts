/** Custom fields of the newest crawl of a website: tried on one page, or read of all its stored pages. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldEndpoints } from '#shared/api/fields.ts'
import { callApi } from './api-client.ts'
import { queryKeys } from './query-client.ts'

interface TestedFields {
  fields: string[]
  url: string
}

/** `mutate({ fields, url })`: what the fields read of a page as it is stored. */
export function useTestFields(websiteId: number) {
  return useMutation({
    mutationFn: (tested: TestedFields) => callApi(fieldEndpoints.testFields, { id: websiteId, body: tested }),
  })
}

export interface ReadingProgress {
  pagesRead: number
  pageCount: number
}

/** `mutate(fields)` replaces the fields, and reads them of the stored pages, some hundred at each request. */
export function useReadFields(websiteId: number) {
  const client = useQueryClient()
  const [progress, setProgress] = useState<ReadingProgress | null>(null)
  const reading = useMutation({
    mutationFn: async (fields: string[]) => {
      setProgress(null)
      for (;;) {
        const read = await callApi(fieldEndpoints.readFields, { id: websiteId, body: { fields } })
        setProgress(read)
        if (read.isComplete) return read
      }
    },
    onSettled: async () => {
      for (const kind of ['crawl', 'pages']) client.invalidateQueries({ queryKey: [kind, websiteId] }).catch(() => {})
      await client.invalidateQueries({ queryKey: queryKeys.websites })
    },
  })
  return { ...reading, progress }
}

/** What a user chose of the client report the last time, kept in this browser. */
import * as z from 'zod/mini'
import { MAX_REPORT_NAME_LENGTH, type ReportSection, reportSections } from '#shared/api/client-report.ts'
import type { BrowserStorage } from '../../state/browser-storage.ts'

export interface ReportBrand {
  name: string
  client: string
  /** A data URL; '' for none. */
  logo: string
  sections: ReportSection[]
}

const KEY = 'clientReport'
/** Clients are remembered for the last websites. */
const MAX_CLIENTS = 50

const name = z.catch(z.string().check(z.maxLength(MAX_REPORT_NAME_LENGTH)), '')

const storedSchema = z.object({
  name,
  logo: z.catch(z.string(), ''),
  sections: z.catch(z.array(z.enum(reportSections)), [...reportSections]),
  /** By website, the last one first. */
  clients: z.catch(z.array(z.tuple([z.number(), name])), []),
})
type Stored = z.infer<typeof storedSchema>

const nothing: Stored = { name: '', logo: '', sections: [...reportSections], clients: [] }

/** The names, logo and sections of the last report, with the client of this website. */
export function readBrand(storage: BrowserStorage, websiteId: number): ReportBrand {
  const { clients, ...brand } = readStored(storage)
  return { ...brand, client: clients.find(([id]) => id === websiteId)?.[1] ?? '' }
}

export function writeBrand(storage: BrowserStorage, websiteId: number, { client, ...brand }: ReportBrand): void {
  const others = readStored(storage).clients.filter(([id]) => id !== websiteId)
  const clients = [[websiteId, client] satisfies [number, string], ...others].slice(0, MAX_CLIENTS)
  storage.write(KEY, JSON.stringify({ ...brand, clients } satisfies Stored))
}

function readStored(storage: BrowserStorage): Stored {
  const text = storage.read(KEY)
  if (text === null) return nothing
  try {
    return z.parse(storedSchema, JSON.parse(text))
  } catch (cause) {
    console.warn('the stored names of the client report cannot be read', cause)
    return nothing
  }
}

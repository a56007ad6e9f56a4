/** What a report can be exported as. CSV, JSON and HTML open in a new window; a PDF takes a while to print and is downloaded. */
import { Braces, FileChartColumn, FileSpreadsheet, FileText } from 'lucide-react'
import { MenuItem, MenuItems } from '../../components/menu-items.tsx'
import { fileUrl, serverMessage } from '../../queries/api-client.ts'
import { downloadWholeFile } from '../../queries/export-list.ts'
import { type NewToast, useToast } from '../../state/toasts.ts'
import { fileFailure, noWebsiteSelected, openFile } from './open-file.ts'

export interface ReportExport {
  /** null when there is none. */
  websiteId: number | null
  /** Of an earlier crawl, null for the newest. */
  crawlId: number | null
  /** There is something to export, as far as is known. */
  hasData: boolean
  /** Told when a PDF begins to be made, and when that has ended. */
  onPrinting: (isPrinting: boolean) => void
}

const noData: NewToast = {
  title: 'Export Failed',
  description: 'No website data to export',
  variant: 'destructive',
}
const FAILED = 'Failed to export report'
const WAITING_TEXT = 'The report is on its way. Should it be saved as a file, this window can be closed.'

export function ReportExportItems(report: ReportExport) {
  const { exportAs, showHtml, printPdf } = useReportExport(report)
  return (
    <MenuItems label="Export">
      <MenuItem icon={FileSpreadsheet} onSelect={() => void exportAs('csv')}>
        Export as CSV
      </MenuItem>
      <MenuItem icon={Braces} onSelect={() => void exportAs('json')}>
        Export as JSON
      </MenuItem>
      <MenuItem icon={FileChartColumn} onSelect={() => void showHtml()}>
        Report to hand over (HTML)
      </MenuItem>
      <MenuItem icon={FileText} onSelect={() => void printPdf()}>
        Report to hand over (PDF)
      </MenuItem>
    </MenuItems>
  )
}

function useReportExport({ websiteId, crawlId, hasData, onPrinting }: ReportExport) {
  const { toast } = useToast()
  const crawl = crawlId ?? undefined
  // Up to the first `await` all of it happens within the click.
  const attempt = async (name: string, make: (websiteId: number) => Promise<void>) => {
    if (websiteId === null) return toast(noWebsiteSelected)
    if (!hasData) return toast(noData)
    try {
      await make(websiteId)
      toast({ title: 'Report Exported', description: `SEO report has been exported as ${name}` })
    } catch (error) {
      console.warn('the report could not be exported', error)
      // Why there is no PDF, such as for want of a browser to print it, only the server can say.
      const words = serverMessage(error)
      toast(fileFailure(error, words === undefined ? FAILED : `${FAILED}: ${words}`))
    }
  }
  const open = (address: string) => openFile(address, { waitingText: WAITING_TEXT })
  return {
    exportAs: (format: 'csv' | 'json') =>
      attempt(format.toUpperCase(), id =>
        open(fileUrl('exportCrawl', id, { format, bom: format === 'csv' || undefined, crawl })),
      ),
    showHtml: () => attempt('HTML', id => open(fileUrl('report', id, { crawl }))),
    printPdf: () =>
      attempt('PDF', async id => {
        onPrinting(true)
        await downloadWholeFile(fileUrl('report', id, { format: 'pdf', download: true, crawl })).finally(() =>
          onPrinting(false),
        )
      }),
  }
}

/** The formats of the report export. CSV, JSON and HTML open in a new window; a PDF takes longer and is downloaded. */
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
  /** Whether there is data to export. */
  hasData: boolean
  /** Called when printing of a PDF starts and ends. */
  onPrinting: (isPrinting: boolean) => void
}

const noData: NewToast = {
  title: 'Export Failed',
  description: 'No website data to export',
  variant: 'destructive',
}
const FAILED = 'Failed to export report'
const WAITING_TEXT = 'The report is being prepared. If it is saved as a file, you can close this window.'

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
        Client report (HTML)
      </MenuItem>
      <MenuItem icon={FileText} onSelect={() => void printPdf()}>
        Client report (PDF)
      </MenuItem>
    </MenuItems>
  )
}

function useReportExport({ websiteId, crawlId, hasData, onPrinting }: ReportExport) {
  const { toast } = useToast()
  const crawl = crawlId ?? undefined
  // Everything up to the first `await` runs within the click.
  const attempt = async (name: string, make: (websiteId: number) => Promise<void>) => {
    if (websiteId === null) return toast(noWebsiteSelected)
    if (!hasData) return toast(noData)
    try {
      await make(websiteId)
      toast({ title: 'Report Exported', description: `SEO report has been exported as ${name}` })
    } catch (error) {
      console.warn('the report could not be exported', error)
      // The server names the reason, such as a missing browser for the PDF.
      const reason = serverMessage(error)
      toast(fileFailure(error, reason === undefined ? FAILED : `${FAILED}: ${reason}`))
    }
  }
  const open = (url: string) => openFile(url, { waitingText: WAITING_TEXT })
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

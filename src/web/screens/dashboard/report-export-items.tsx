/** The formats of the report export. CSV and JSON open in a new window; the client report is chosen in a dialog. */
import { Braces, FileChartColumn, FileSpreadsheet } from 'lucide-react'
import { MenuItem, MenuItems } from '../../components/menu-items.tsx'
import { fileUrl, serverMessage } from '../../queries/api-client.ts'
import { useShared, useShows } from '../../sharing/shown.ts'
import { type NewToast, useToast } from '../../state/toasts.ts'
import { fileFailure, noWebsiteSelected, openFile } from './open-file.ts'

export interface ReportExport {
  /** null when there is none. */
  websiteId: number | null
  /** Of an earlier crawl, null for the newest. */
  crawlId: number | null
  /** Whether there is data to export. */
  hasData: boolean
  onClientReport: () => void
}

const noData: NewToast = {
  title: 'Export Failed',
  description: 'No website data to export',
  variant: 'destructive',
}
const FAILED = 'Failed to export report'
const WAITING_TEXT = 'The report is being prepared. If it is saved as a file, you can close this window.'

export function ReportExportItems({ websiteId, crawlId, hasData, onClientReport }: ReportExport) {
  const { toast } = useToast()
  const shared = useShared()
  const showsIssues = useShows('issues')
  const showsAll = useShows('issues', 'pages', 'links')
  const showsReport = useShows('report')
  const missing = websiteId === null ? noWebsiteSelected : hasData ? null : noData
  // Everything up to the first `await` runs within the click.
  const exportAs = async (format: 'csv' | 'json') => {
    if (websiteId === null || missing) return toast(missing ?? noWebsiteSelected)
    const crawl = crawlId ?? undefined
    try {
      const url = fileUrl('exportCrawl', websiteId, { format, bom: format === 'csv' || undefined, crawl })
      await openFile(url, { waitingText: WAITING_TEXT })
      toast({ title: 'Report Exported', description: `SEO report has been exported as ${format.toUpperCase()}` })
    } catch (error) {
      console.warn('the report could not be exported', error)
      const reason = serverMessage(error)
      toast(fileFailure(error, reason === undefined ? FAILED : `${FAILED}: ${reason}`))
    }
  }
  const openReport = () => {
    if (missing) toast(missing)
    // Who reads a share link chooses nothing about the report.
    else if (shared)
      window.open(fileUrl('report', websiteId ?? undefined, { crawl: crawlId ?? undefined }), '_blank', 'noopener')
    else onClientReport()
  }
  return (
    <MenuItems label="Export">
      {showsIssues && (
        <MenuItem icon={FileSpreadsheet} onSelect={() => void exportAs('csv')}>
          Export as CSV
        </MenuItem>
      )}
      {showsAll && (
        <MenuItem icon={Braces} onSelect={() => void exportAs('json')}>
          Export as JSON
        </MenuItem>
      )}
      {showsReport && (
        <MenuItem icon={FileChartColumn} onSelect={openReport}>
          Client report
        </MenuItem>
      )}
    </MenuItems>
  )
}

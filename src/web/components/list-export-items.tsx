/** The formats in which a list can be exported. */
import { Braces, FileSpreadsheet, Sheet, Ticket } from 'lucide-react'
import { type ExportFormat, exportList, type ListExport } from '../queries/export-list.ts'
import { useToast } from '../state/toasts.ts'
import { MenuItem, MenuItems } from './menu-items.tsx'

const partLabels: Record<ListExport['part'], string> = {
  issues: 'issues',
  'affected-pages': 'affected pages',
  pages: 'pages',
  'not-crawled': 'URLs that were not crawled',
  languages: 'language versions',
  muted: 'muted issues',
  visits: 'URLs with their visits',
  tickets: 'issues',
}

const formatLabels: Record<ExportFormat, string> = { csv: 'CSV', xlsx: 'Excel', json: 'JSON' }

export function ListExportItems({ list }: { list: ListExport }) {
  const { toast } = useToast()
  const exportAs = async (format: ExportFormat, part = list.part) => {
    try {
      await exportList({ ...list, part }, format)
      const description = `The ${partLabels[part]} of this list have been exported as ${formatLabels[format]}`
      toast({ title: 'List Exported', description })
    } catch (cause) {
      console.warn('the list could not be exported', cause)
      toast({ title: 'Error', description: 'Failed to export the list', variant: 'destructive' })
    }
  }
  return (
    <MenuItems label="Export">
      <MenuItem icon={FileSpreadsheet} onSelect={() => void exportAs('csv')}>
        Export as CSV
      </MenuItem>
      {/* What is sorted in the browser is sorted there in the file, too, which a workbook is not made for. */}
      {!list.arrangement && (
        <MenuItem icon={Sheet} onSelect={() => void exportAs('xlsx')}>
          Export as Excel
        </MenuItem>
      )}
      {list.part === 'issues' && !list.arrangement && (
        <MenuItem icon={FileSpreadsheet} onSelect={() => void exportAs('csv', 'affected-pages')}>
          CSV with one row per page
        </MenuItem>
      )}
      <MenuItem icon={Braces} onSelect={() => void exportAs('json')}>
        Export as JSON
      </MenuItem>
      {list.part === 'issues' && !list.arrangement && (
        <MenuItem icon={Ticket} onSelect={() => void exportAs('csv', 'tickets')}>
          Export as Tickets
        </MenuItem>
      )}
    </MenuItems>
  )
}

/** "Export" of a comparison. */
import { Braces, Download, FileSpreadsheet } from 'lucide-react'
import { MenuButton } from '../../components/menu-button.tsx'
import { MenuItem, MenuItems } from '../../components/menu-items.tsx'
import { fileUrl, type QueryParameters } from '../../queries/api-client.ts'
import type { ComparedCrawls } from '../../queries/comparison.ts'
import { downloadFile } from '../../queries/export-list.ts'
import { useToast } from '../../state/toasts.ts'

interface ComparisonExportProps {
  compared: ComparedCrawls
  isEmpty: boolean
}

export function ComparisonExport({ compared: { websiteId, ...crawls }, isEmpty }: ComparisonExportProps) {
  const { toast } = useToast()
  const save = async (query: QueryParameters) => {
    try {
      await downloadFile(fileUrl('comparisonFile', websiteId, { ...crawls, ...query }))
      toast({ title: 'Comparison Exported', description: 'The download has started' })
    } catch (cause) {
      console.warn('the comparison could not be exported', cause)
      toast({ title: 'Error', description: 'Failed to export the comparison', variant: 'destructive' })
    }
  }
  return (
    <MenuButton
      label={
        <>
          <Download aria-hidden />
          Export
        </>
      }
      disabled={isEmpty}
    >
      <MenuItems label="Export">
        <MenuItem icon={FileSpreadsheet} onSelect={() => void save({ part: 'issues' })}>
          Issues as CSV
        </MenuItem>
        <MenuItem icon={FileSpreadsheet} onSelect={() => void save({ part: 'pages' })}>
          Pages as CSV
        </MenuItem>
        <MenuItem icon={Braces} onSelect={() => void save({ format: 'json' })}>
          Export as JSON
        </MenuItem>
      </MenuItems>
    </MenuButton>
  )
}

/** A menu that exports the report of a crawl: data for spreadsheets and programs, or a client report. */
import { Download } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { MenuButton } from '../../components/menu-button.tsx'
import { useShared, useShows } from '../../sharing/shown.ts'
import type { ReportExport } from './report-export-items.tsx'

const ReportExportItems = lazy(() =>
  import('./report-export-items.tsx').then(part => ({ default: part.ReportExportItems })),
)
const ClientReportDialog = lazy(() =>
  import('./client-report-dialog.tsx').then(part => ({ default: part.ClientReportDialog })),
)

interface ReportExportMenuProps
  extends Omit<ReportExport, 'onClientReport'>,
    Pick<ComponentProps<typeof MenuButton>, 'size' | 'className'> {
  label: string
}

export function ReportExportMenu({ label, size, className, ...report }: ReportExportMenuProps) {
  const { websiteId, crawlId } = report
  const [isOpen, setOpen] = useState(false)
  const shared = useShared()
  const showsNothing = ![useShows('issues'), useShows('report')].includes(true)
  if (showsNothing) return null
  return (
    <>
      <MenuButton
        label={
          <>
            <Download aria-hidden />
            {label}
          </>
        }
        size={size}
        className={className}
      >
        <ReportExportItems {...report} onClientReport={() => setOpen(true)} />
      </MenuButton>
      {isOpen && websiteId !== null && !shared && (
        <Suspense fallback={null}>
          <ClientReportDialog websiteId={websiteId} crawlId={crawlId} isOpen onOpen={setOpen} />
        </Suspense>
      )}
    </>
  )
}

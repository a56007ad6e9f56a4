/** A menu that exports the report of a crawl: data for spreadsheets and programs, or a client report. */
import { Download, LoaderCircle } from 'lucide-react'
import { type ComponentProps, lazy, useState } from 'react'
import { MenuButton } from '../../components/menu-button.tsx'
import type { ReportExport } from './report-export-items.tsx'

const ReportExportItems = lazy(() =>
  import('./report-export-items.tsx').then(part => ({ default: part.ReportExportItems })),
)

interface ReportExportMenuProps
  extends Omit<ReportExport, 'onPrinting'>,
    Pick<ComponentProps<typeof MenuButton>, 'size' | 'className'> {
  label: string
}

export function ReportExportMenu({ label, size, className, ...report }: ReportExportMenuProps) {
  const [isPrinting, setPrinting] = useState(false)
  return (
    <MenuButton
      label={
        <>
          {isPrinting ? <LoaderCircle aria-hidden className="animate-spin" /> : <Download aria-hidden />}
          {label}
          {isPrinting && <span className="sr-only">(printing)</span>}
        </>
      }
      size={size}
      className={className}
    >
      <ReportExportItems {...report} onPrinting={setPrinting} />
    </MenuButton>
  )
}

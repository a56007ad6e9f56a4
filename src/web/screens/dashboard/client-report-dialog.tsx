/** The names, logo and sections of a client report, and its download as PDF or HTML with the URL lists beside it. */

import { FileSpreadsheet } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import {
  LOGO_FORMATS,
  logoMediaTypes,
  MAX_LOGO_BYTES,
  MAX_REPORT_NAME_LENGTH,
  type ReportSection,
  reportSectionLabels,
  reportSections,
  TOO_LARGE_LOGO,
} from '#shared/api/client-report.ts'
import { idNumber } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { crawlLabels } from '../../components/crawl-labels.ts'
import { Dialog } from '../../components/dialog.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { SelectField } from '../../components/select.tsx'
import { TextField } from '../../components/text-field.tsx'
import { fileUrl, serverMessage } from '../../queries/api-client.ts'
import { useCrawlResult } from '../../queries/crawls.ts'
import { downloadFile, downloadWholeFile } from '../../queries/export-list.ts'
import { browserStorage } from '../../state/browser-storage.ts'
import { useToast } from '../../state/toasts.ts'
import { fileFailure } from './open-file.ts'
import { type ReportBrand, readBrand, writeBrand } from './report-brand.ts'

interface ClientReportDialogProps {
  websiteId: number
  /** Of an earlier crawl, null for the newest. */
  crawlId: number | null
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

type Wanted = 'pdf' | 'html' | 'csv'

const storage = browserStorage(() => localStorage)
const FAILED = 'Failed to export report'

export function ClientReportDialog({ websiteId, crawlId, isOpen, onOpen }: ClientReportDialogProps) {
  const [brand, setBrand] = useState<ReportBrand>(() => readBrand(storage, websiteId))
  const [earlierText, setEarlierText] = useState('')
  const { making, make } = useDownload({ websiteId, crawlId, earlierId: idNumber(earlierText) })
  const change = (changes: Partial<ReportBrand>) => setBrand(before => ({ ...before, ...changes }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void make('pdf', brand)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpen={onOpen}
      isWide
      title="Client report"
      description="Five to ten A4 pages for the owner of the website, without URL lists. Your choices are kept in this browser."
    >
      <form onSubmit={submit} className="grid grid-cols-1 gap-4">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField
            label="Your name or company"
            value={brand.name}
            maxLength={MAX_REPORT_NAME_LENGTH}
            autoComplete="organization"
            onValue={name => change({ name })}
          />
          <TextField
            label="Client"
            value={brand.client}
            maxLength={MAX_REPORT_NAME_LENGTH}
            autoComplete="off"
            onValue={client => change({ client })}
          />
        </div>
        <LogoField logo={brand.logo} onChange={logo => change({ logo })} />
        <SectionFields sections={brand.sections} onChange={sections => change({ sections })} />
        <EarlierCrawlField {...{ websiteId, crawlId }} value={earlierText} onValue={setEarlierText} />
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" isBusy={making === 'pdf'} disabled={making !== null}>
            {making === 'pdf' ? 'Printing...' : 'Download PDF'}
          </Button>
          <Button isBusy={making === 'html'} disabled={making !== null} onClick={() => void make('html', brand)}>
            Download HTML
          </Button>
          <Button
            variant="ghost"
            isBusy={making === 'csv'}
            disabled={making !== null}
            onClick={() => void make('csv', brand)}
          >
            {making !== 'csv' && <FileSpreadsheet aria-hidden />}
            URL lists (CSV)
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface LogoFieldProps {
  /** A data URL; '' for none. */
  logo: string
  onChange: (logo: string) => void
}

function LogoField({ logo, onChange }: LogoFieldProps) {
  const id = useId()
  const [message, setMessage] = useState('')
  const read = async (file: File | undefined) => {
    if (!file) return
    const problem = logoProblem(file)
    setMessage(problem)
    if (problem === '') onChange(await dataUrlOf(file))
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium text-sm">
        Logo
      </label>
      <div className="flex flex-wrap items-center gap-3">
        {logo !== '' && <img src={logo} alt="Chosen logo" className="max-h-10 max-w-40 rounded-control bg-white p-1" />}
        <input
          id={id}
          type="file"
          accept={logoMediaTypes.join(',')}
          aria-describedby={`${id}-hint`}
          onChange={event => void read(event.target.files?.[0])}
          className="min-w-0 max-w-full text-sm file:mr-3 file:h-8 file:rounded-control file:border file:border-line file:bg-surface file:px-2.5 file:text-ink"
        />
        {logo !== '' && (
          <Button size="small" onClick={() => onChange('')}>
            Remove
          </Button>
        )}
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-ink-muted text-xs">
        {LOGO_FORMATS}, at most {MAX_LOGO_BYTES / 1024} KB. It is sent with the report and not stored on the server.
      </p>
      <ErrorText className="mt-1">{message}</ErrorText>
    </div>
  )
}

function logoProblem({ type, size }: File): string {
  if (!logoMediaTypes.some(each => each === type)) return `${LOGO_FORMATS}.`
  return size > MAX_LOGO_BYTES ? `${TOO_LARGE_LOGO}.` : ''
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('the logo cannot be read'))
    reader.readAsDataURL(file)
  })
}

interface SectionFieldsProps {
  sections: readonly ReportSection[]
  onChange: (sections: ReportSection[]) => void
}

function SectionFields({ sections, onChange }: SectionFieldsProps) {
  const toggle = (section: ReportSection) =>
    onChange(reportSections.filter(each => sections.includes(each) !== (each === section)))
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">Sections after the cover</legend>
      <div className="grid gap-1.5">
        {reportSections.map(section => (
          <label key={section} className="flex items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              checked={sections.includes(section)}
              onChange={() => toggle(section)}
              className="size-4 accent-accent"
            />
            {reportSectionLabels[section]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface EarlierCrawlFieldProps extends Pick<ClientReportDialogProps, 'websiteId' | 'crawlId'> {
  /** Id of a crawl as text; '' for the crawl before. */
  value: string
  onValue: (value: string) => void
}

/** Where there is a choice. */
function EarlierCrawlField({ websiteId, crawlId, value, onValue }: EarlierCrawlFieldProps) {
  const { data: shown } = useCrawlResult(websiteId, crawlId)
  const earlier = (shown?.crawls ?? []).filter(
    each => each.id < (shown?.crawlId ?? 0) && each.status === 'complete' && each.pagesCrawled > 0,
  )
  if (earlier.length < 2) return null
  const labels = crawlLabels(earlier)
  return (
    <SelectField
      label="Changes since"
      options={earlier.map((each, index) => ({
        value: index === 0 ? '' : String(each.id),
        label: labels[index] ?? '',
      }))}
      value={value}
      onValue={onValue}
      className="sm:max-w-84"
    />
  )
}

const names: Record<Wanted, string> = { pdf: 'PDF', html: 'HTML', csv: 'CSV' }

interface ReportOf extends Pick<ClientReportDialogProps, 'websiteId' | 'crawlId'> {
  /** Of the crawl that it is compared with; null for the crawl before. */
  earlierId: number | null
}

function useDownload({ websiteId, crawlId, earlierId }: ReportOf) {
  const { toast } = useToast()
  const [making, setMaking] = useState<Wanted | null>(null)
  const crawl = crawlId ?? undefined
  const download = (wanted: Wanted, brand: ReportBrand) =>
    wanted === 'csv'
      ? downloadFile(fileUrl('exportCrawl', websiteId, { format: 'csv', part: 'affected-pages', bom: true, crawl }))
      : downloadWholeFile(fileUrl('ownReport', websiteId, { crawl, with: earlierId ?? undefined }), {
          format: wanted,
          ...brand,
        })
  const make = async (wanted: Wanted, brand: ReportBrand) => {
    writeBrand(storage, websiteId, brand)
    setMaking(wanted)
    try {
      await download(wanted, brand)
      toast({ title: 'Report Exported', description: `SEO report has been exported as ${names[wanted]}` })
    } catch (error) {
      console.warn('the report could not be exported', error)
      // The server names the reason, such as a missing browser for the PDF.
      const reason = serverMessage(error)
      toast(fileFailure(error, reason === undefined ? FAILED : `${FAILED}: ${reason}`))
    } finally {
      setMaking(null)
    }
  }
  return { making, make }
}

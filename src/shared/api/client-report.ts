import * as z from 'zod/mini'

/** What a user chooses of the client report: its parts, and the names and logo on its cover. */

export const reportSections = ['summary', 'changes', 'segments', 'coverage', 'fixes', 'subjects', 'method'] as const
export type ReportSection = (typeof reportSections)[number]

export const reportSectionLabels: Record<ReportSection, string> = {
  summary: 'Summary',
  changes: 'Changes since an earlier crawl',
  segments: 'Segments',
  coverage: 'What was covered',
  fixes: 'All fixes',
  subjects: 'One page for each subject with findings',
  method: 'Method and score',
}

export const MAX_REPORT_NAME_LENGTH = 80
/** Of the image file: enough for a logo of twice the size at which it is printed. */
export const MAX_LOGO_BYTES = 128 * 1024
const BASE64_BYTES_PER_CHARACTER = 3 / 4
const LONGEST_PREFIX = 'data:image/jpeg;base64,'.length
const MAX_LOGO_LENGTH = Math.ceil(MAX_LOGO_BYTES / BASE64_BYTES_PER_CHARACTER) + LONGEST_PREFIX + 3

/** Formats of a logo: pixels and nothing else. A drawing (SVG) is a document. */
export const logoMediaTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

const LOGO_FORM = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/
export const TOO_LARGE_LOGO = `A logo has at most ${MAX_LOGO_BYTES / 1024} KB`
export const LOGO_FORMATS = 'A logo is a PNG, JPEG, GIF or WebP image'

const reportName = z
  .string('A name is a text')
  .check(z.trim(), z.maxLength(MAX_REPORT_NAME_LENGTH, `A name has at most ${MAX_REPORT_NAME_LENGTH} characters`))

export const reportFormats = ['html', 'pdf'] as const
export const reportPapers = ['A4', 'Letter'] as const
export type ReportPaper = (typeof reportPapers)[number]

export const clientReportSchema = z.object({
  format: z._default(z.enum(reportFormats, 'The format is html or pdf'), 'html'),
  paper: z._default(z.enum(reportPapers, 'The paper is A4 or Letter'), 'A4'),
  sections: z._default(z.array(z.enum(reportSections, 'There is no such section')).check(z.maxLength(20)), [
    ...reportSections,
  ]),
  /** Who made the report; '' for the name of the product. */
  name: z._default(reportName, ''),
  /** For whom it was made; '' leaves the line out. */
  client: z._default(reportName, ''),
  /** A data URL; '' for none. It is never fetched. */
  logo: z._default(
    z.string(LOGO_FORMATS).check(
      z.maxLength(MAX_LOGO_LENGTH, TOO_LARGE_LOGO),
      z.refine(text => text === '' || LOGO_FORM.test(text), LOGO_FORMATS),
    ),
    '',
  ),
})

/** How the report looks where nothing was chosen. */
export interface ReportChoices {
  paper: ReportPaper
  sections: readonly ReportSection[]
  name: string
  client: string
  logo: string
}

export const defaultReportChoices: ReportChoices = {
  paper: 'A4',
  sections: reportSections,
  name: '',
  client: '',
  logo: '',
}

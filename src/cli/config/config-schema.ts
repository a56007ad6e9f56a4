import * as z from 'zod/mini'
import { type SettingName, settings } from '#settings/config.ts'
import { settingsFileSchema } from '#shared/api/website-settings.ts'
import { crawlLists, crawlNumbers, crawlToggles } from '#shared/crawl-option-rows.ts'
import { MAX_HEALTH_SCORE } from '#shared/health-score.ts'
import { auditFormats, failThresholds } from '../audit/audit-options.ts'

/**
 * The configuration file: options of `audit` and settings under the names of their flags, and what is decided about the website. The
 * JSON Schema that editors read is made of it.
 */

const text = (about: string) => z.optional(z.string().check(z.describe(about)))
const texts = (about: string) =>
  z.optional(z.union([z.string(), z.array(z.string())]).check(z.describe(`${about}; a text, or a list of texts.`)))
const whole = (about: string, { min = 0, max }: { min?: number; max?: number } = {}) =>
  z.optional(z.int().check(z.minimum(min), ...(max === undefined ? [] : [z.maximum(max)]), z.describe(about)))
const toggle = (about: string) => z.optional(z.boolean().check(z.describe(about)))

const toggleFlags = crawlToggles.flatMap(row => ('flag' in row ? [row.flag] : []))
const listFlags = crawlLists.flatMap(row => ('flag' in row ? [row.flag] : []))

const auditSchema = z.strictObject({
  limit: whole('Maximum number of pages.', { min: 1 }),
  urls: text('File with the URLs that alone are crawled, one a line.'),
  format: z.optional(z.enum(auditFormats).check(z.describe('Form of the report.'))),
  part: text('Which list of the crawl, for csv and json.'),
  bom: toggle('Begin csv with a byte order mark.'),
  output: text('File for the report; the terminal without it.'),
  also: texts('Further reports of the same crawl, each as FORMAT:FILE'),
  'fail-on': z.optional(z.enum(failThresholds).check(z.describe('Which findings make the exit code 1.'))),
  'min-score': whole('The health score below which the exit code is 1, too.', { max: MAX_HEALTH_SCORE }),
  baseline: text('An earlier report: only findings that are new since then count.'),
  report: text('File for the client report: .html or .pdf.'),
  'report-name': text('Name of who made the client report, on its cover.'),
  'report-client': text('Name of the client, on the cover of the client report.'),
  'report-logo': text('Image file for the cover of the client report: PNG, JPEG, GIF or WebP.'),
  sitemap: text('File for an XML sitemap of the indexable pages.'),
  'auth-file': text('File with credentials for the website, as JSON.'),
  'auth-env': text('Environment variable with the same JSON.'),
  'no-color': toggle('Plain text.'),
  ...Object.fromEntries([
    ...listFlags.map(({ name, help }) => [name, texts(help)] as const),
    ...crawlNumbers.map(({ flag, max }) => [flag.name, whole(flag.help, { max })] as const),
    ...toggleFlags.map(({ name, help }) => [name, toggle(help)] as const),
  ]),
})

/** A file is often published with the project: passwords and keys belong to the environment. */
const openSettings = Object.keys(settings)
  .map(key => settings[key as SettingName])
  .filter(setting => !('isSecret' in setting && setting.isSecret))

const settingsSchema = z.strictObject(
  Object.fromEntries(
    openSettings.map(({ name, fallback, sentence, form }) => {
      const about = `${sentence} ${form}.`
      if (typeof fallback === 'number') return [name, whole(about)] as const
      if (typeof fallback === 'boolean') return [name, toggle(about)] as const
      return [name, Array.isArray(fallback) ? texts(about) : text(about)] as const
    }),
  ),
)

export const configFileSchema = z.strictObject({
  $schema: text('The JSON Schema of this file, for editors.'),
  url: text('The website that "sitesounder audit" crawls where none is named.'),
  audit: z.optional(auditSchema.check(z.describe('Options of "sitesounder audit", under the names of their flags.'))),
  settings: z.optional(settingsSchema.check(z.describe('Settings, under the names of their flags.'))),
  ...settingsFileSchema.shape,
})
export type ConfigValues = z.infer<typeof configFileSchema>

/** For editors. */
export function configJsonSchema(): object {
  return {
    $id: 'urn:sitesounder:config:1',
    title: 'Configuration file of Sitesounder',
    ...z.toJSONSchema(configFileSchema, { io: 'input' }),
  }
}

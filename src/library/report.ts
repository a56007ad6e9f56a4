import type * as z from 'zod/mini'
import type { configFileSchema } from '#cli/config/config-schema.ts'
import type { reportSchema } from '#report/export/report-schema.ts'

/** The whole report of a crawl. The declarations of the package are generated from its JSON Schema (`scripts/build-types.ts`). */
export type Report = Extract<z.infer<typeof reportSchema>, { format: 'sitesounder-report' }>

/** What a configuration file holds. The declarations of the package are generated from its JSON Schema (`scripts/build-types.ts`). */
export type Config = z.input<typeof configFileSchema>

import type * as z from 'zod/mini'
import type { configFileSchema } from '#cli/config/config-schema.ts'

/** What a configuration file holds. The declarations of the package are generated from its JSON Schema (`scripts/build-types.ts`). */
export type Config = z.input<typeof configFileSchema>

export type { PageFacts } from '#shared/facts.ts'
export type { Finding, OwnPageCheck as PageCheck, Skip } from '#shared/own-check.ts'
export { type AuditProgress, type AuditRun, audit, type CallOptions } from './audit.ts'
export { AuditError } from './audit-error.ts'
export type { Config, Report } from './report.ts'

/** What `import … from 'sitesounder'` gives. */

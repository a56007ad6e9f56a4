/**
 * Writes the declarations of the library into dist/types. Signatures come from the sources in `src/library`; the types of configuration, report
 * and API from their JSON Schemas, since the sources infer them by a library that the package does not depend on.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isolatedDeclaration } from 'rolldown/experimental'
import { openApiDocument } from '../src/api/openapi/document.ts'
import { configJsonSchema } from '../src/cli/config/config-schema.ts'
import { reportJsonSchema } from '../src/report/export/report-schema.ts'
import { apiDeclarations } from './api-types.ts'
import { replaceFolder } from './replace-folder.ts'
import { declarationOf, type JsonSchema, typeName } from './schema-types.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const LIBRARY = path.join(ROOT, 'src/library')
const TYPES_FOLDER = path.join(ROOT, 'dist/types')
const SIGNATURES = ['index', 'audit', 'audit-error', 'client']
/** What own checks read and return. */
const SHARED = path.join(ROOT, 'src/shared')
const OF_CHECKS = ['facts', 'own-check']
const REPORT = 'sitesounder-report'

type Document = JsonSchema & { $defs?: Readonly<Record<string, JsonSchema>> }

export async function buildTypes(): Promise<void> {
  await replaceFolder(TYPES_FOLDER, async folder => {
    await mkdir(folder, { recursive: true })
    const write = (name: string, text: string) => writeFile(path.join(folder, `${name}.d.ts`), text)
    for (const name of SIGNATURES) await write(name, await signaturesOf(path.join(LIBRARY, `${name}.ts`)))
    for (const [name, text] of await sharedSignatures()) await write(name, text)
    await write('api', apiDeclarations(openApiDocument()))
    const config = declarationOf('Config', configJsonSchema())
    await write('report', [config, reportDeclarations(reportJsonSchema())].join('\n'))
  })
}

/** @throws Error for an export whose type is inferred. */
async function signaturesOf(file: string): Promise<string> {
  const { code, errors } = await isolatedDeclaration(file, await readFile(file, 'utf8'))
  const [problem] = errors
  if (problem) throw new Error(`${file}: ${problem.message}`)
  return code.replaceAll(/(from ["'])(?:\.|#shared)(\/[^"']+)\.ts(["'])/g, '$1.$2.js$3')
}

/** With those of the files that they import. */
async function sharedSignatures(): Promise<Map<string, string>> {
  const signatures = new Map<string, string>()
  const names = [...OF_CHECKS]
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (signatures.has(name)) continue
    const text = await signaturesOf(path.join(SHARED, `${name}.ts`))
    signatures.set(name, text)
    for (const [, imported = ''] of text.matchAll(/from ["']\.\/([^"']+)\.js["']/g)) names.push(imported)
  }
  return signatures
}

function reportDeclarations({ $defs = {}, oneOf = [] }: Document): string {
  const whole = oneOf.find(({ properties }) => properties?.format?.const === REPORT)
  if (!whole) throw new Error('the schema has no whole report')
  const parts = Object.entries($defs).map(([name, schema]) => declarationOf(typeName(name), schema))
  return [declarationOf('Report', whole), ...parts].join('\n')
}

if (import.meta.main) await buildTypes()

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import type { FetchedResponse } from './checked-page.ts'
import { type Results, topics } from './topics.ts'

const reports = z.array(
  z.object({
    filePath: z.string(),
    messages: z.array(
      z.object({
        ruleId: z.string(),
        message: z.string(),
        line: z.number(),
        selector: z.string().nullable().optional(),
      }),
    ),
  }),
)

/**
 * What html-validate says of the sources; null of one whose markup it gives up on. It is no dependency of this project: `installedIn` is a folder in which was run
 * `npm install html-validate`.
 */
export function htmlValidateResults(responses: readonly FetchedResponse[], installedIn: string): (Results | null)[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'html-validate-'))
  try {
    const rules = Object.fromEntries(topics.flatMap(topic => topic.htmlValidate).map(rule => [rule, 'error']))
    const config = path.join(folder, 'rules.json')
    writeFileSync(config, JSON.stringify({ root: true, rules }))
    const files = responses.map(({ body }, index) => {
      const file = path.join(folder, `${index}.html`)
      writeFileSync(file, body)
      return file
    })
    const bin = path.join(installedIn, 'node_modules', 'html-validate', 'bin', 'html-validate.mjs')
    // Into a file: what it writes to a pipe it does not wait for.
    const written = path.join(folder, 'report.json')
    const args = [bin, '--config', config, '--formatter', `json=${written}`, ...files]
    const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    if (!existsSync(written)) throw new Error(`html-validate said nothing: ${stderr.slice(0, 500)}`)
    const fileReports = reports.parse(JSON.parse(readFileSync(written, 'utf8')))
    const byFile = new Map(fileReports.map(report => [path.basename(report.filePath), report]))
    return files.map(file => resultsOf(byFile.get(path.basename(file))?.messages ?? []))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function resultsOf(messages: readonly { ruleId: string; message: string; line: number }[]): Results | null {
  if (messages.some(({ ruleId }) => ruleId === 'parser-error')) return null
  const results = new Map<string, string[]>()
  for (const { ruleId, message, line } of messages)
    results.set(ruleId, [...(results.get(ruleId) ?? []), `${message} (line ${line})`])
  return results
}

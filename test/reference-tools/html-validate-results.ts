import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import type { Answer } from './checked-page.ts'
import { topics, type Verdicts } from './topics.ts'

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
 * What html-validate says of the sources; null of one whose markup it gives up on. It is no dependency of this project: `installedIn` is a folder in which somebody has run
 * `npm install html-validate`.
 */
export function htmlValidateVerdicts(answers: readonly Answer[], installedIn: string): (Verdicts | null)[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'judges-'))
  try {
    const rules = Object.fromEntries(topics.flatMap(topic => topic.htmlValidate).map(rule => [rule, 'error']))
    const config = path.join(folder, 'rules.json')
    writeFileSync(config, JSON.stringify({ root: true, rules }))
    const files = answers.map(({ body }, index) => {
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
    const told = reports.parse(JSON.parse(readFileSync(written, 'utf8')))
    const byFile = new Map(told.map(report => [path.basename(report.filePath), report]))
    return files.map(file => verdictsOf(byFile.get(path.basename(file))?.messages ?? []))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function verdictsOf(messages: readonly { ruleId: string; message: string; line: number }[]): Verdicts | null {
  if (messages.some(({ ruleId }) => ruleId === 'parser-error')) return null
  const verdicts = new Map<string, string[]>()
  for (const { ruleId, message, line } of messages)
    verdicts.set(ruleId, [...(verdicts.get(ruleId) ?? []), `${message} (line ${line})`])
  return verdicts
}

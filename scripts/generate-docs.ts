import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { environmentName, settings } from '../src/config.ts'

/** Writes the table of settings into the README; with `--check` only says whether it is up to date. */
const README = path.join(import.meta.dirname, '..', 'README.md')
const START = '<!-- settings: written by scripts/generate-docs.ts -->'
const END = '<!-- end of settings -->'

export function settingsTable(): string {
  const rows = Object.values(settings).map(setting => {
    const fallback = Array.isArray(setting.fallback) ? '' : String(setting.fallback ?? '')
    const bare =
      'alsoBare' in setting && setting.alsoBare
        ? ` or \`${environmentName(setting).slice('SITESOUNDER_'.length)}\``
        : ''
    const cells = [
      `\`${environmentName(setting)}\`${bare}`,
      fallback && `\`${fallback}\``,
      setting.form,
      setting.sentence,
    ]
    return `| ${cells.join(' | ')} |`
  })
  return ['| variable | default | value | what it does |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

function written(readme: string): string {
  const start = readme.indexOf(START)
  const end = readme.indexOf(END)
  if (start < 0 || end < 0) throw new Error('README.md has no place for the table of settings')
  return `${readme.slice(0, start + START.length)}\n${settingsTable()}\n${readme.slice(end)}`
}

const readme = readFileSync(README, 'utf8')
const expected = written(readme)
if (process.argv.includes('--check')) {
  if (readme !== expected) {
    console.error('The table of settings in README.md is out of date: run "npm run docs".')
    process.exitCode = 1
  }
} else {
  writeFileSync(README, expected)
}

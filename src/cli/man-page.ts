import { VERSION_LABEL } from '#shared/constants.ts'
import type { CommandHelp } from './command.ts'
import { settingsText } from './help-text.ts'

/** The manual page, from the help of the commands, in the macros of man(7). */
export function manPage(commands: ReadonlyMap<string, CommandHelp>): string {
  const parts = [
    `.TH SITESOUNDER 1 "" "Sitesounder ${VERSION_LABEL}" "User Commands"`,
    section('NAME', 'sitesounder \\- crawl a website and report what is wrong with it'),
    section('SYNOPSIS', preformatted([...commands.values()].map(({ usage }) => usage).join('\n'))),
    '.SH COMMANDS',
    ...[...commands].map(([name, help]) => commandPart(name, help)),
    section('SETTINGS', preformatted(settingsText())),
    section(
      'ENVIRONMENT',
      'Each setting is also an environment variable, SITESOUNDER_ and its name in capitals. NO_COLOR switches colours off.',
    ),
    section('FILES', 'sitesounder.config.json, .ts or .mjs: options and settings of a project.'),
  ]
  return `${parts.join('\n')}\n`
}

function commandPart(name: string, { usage, options = '', exitCodes, examples }: CommandHelp): string {
  return [
    `.SS ${roff(name)}`,
    preformatted(usage),
    ...(options === '' ? [] : ['.PP', 'Options:', preformatted(options)]),
    '.PP',
    `Exit codes: ${roff(exitCodes.replaceAll('\n', ' '))}`,
    '.PP',
    'Examples:',
    preformatted(examples),
  ].join('\n')
}

function section(title: string, text: string): string {
  return `.SH ${title}\n${text}`
}

/** Lines as they are. */
function preformatted(text: string): string {
  return `.nf\n${text.split('\n').map(roff).join('\n')}\n.fi`
}

/** Text in which nothing is a request or an escape (groff(7)). */
function roff(line: string): string {
  return line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/[^\x20-\x7e]/gu, glyph)
    .replace(/^(?=[.'])/, '\\&')
}

/** Some programs read pages as Latin-1; names of glyphs are ASCII (groff_char(7)). */
function glyph(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0
  return `\\[u${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`
}

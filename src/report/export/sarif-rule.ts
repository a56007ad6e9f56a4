import type { Severity } from '#shared/model.ts'
import type { CheckWords } from '#shared/own-check.ts'

export const sarifLevels: Record<Severity, 'error' | 'warning' | 'note'> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
}

/** A check as a rule (reportingDescriptor, SARIF 3.49). Its texts are ours and without placeholders; only messages have those. */
export function sarifRule({ id, type, severity, title, why, fix, sources }: CheckWords) {
  const [first] = sources
  const help = [why, `How to fix: ${fix}`, ...sources.map(source => `${source.title}: ${source.url}`)]
  const links = sources.map(source => `- [${source.title}](${source.url})`).join('\n')
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: {
      text: help.join('\n\n'),
      markdown: [markdown(why), `**How to fix:** ${markdown(fix)}`, links].join('\n\n'),
    },
    ...(first ? { helpUri: first.url } : {}),
    defaultConfiguration: { level: sarifLevels[severity] },
    properties: { tags: [type] },
  }
}

/** Texts of checks name elements such as `<title>`, which Markdown would take for markup. */
function markdown(text: string): string {
  return text.replaceAll(/[\\`*_<>[\]]/g, sign => `\\${sign}`)
}

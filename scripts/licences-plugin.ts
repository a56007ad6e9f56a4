import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'rolldown'

const PACKAGE_FOLDER = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/i

/** Writes a file with the licence of each package whose code is bundled: most of them must go with every copy. */
export function licencesPlugin(fileName: string): Plugin {
  return {
    name: 'licences',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap(output => (output.type === 'chunk' ? output.moduleIds : []))
      const folders = new Set(modules.flatMap(id => PACKAGE_FOLDER.exec(id) ?? []))
      const texts = [...folders].map(licenceText).toSorted()
      this.emitFile({ type: 'asset', fileName, source: texts.join('\n\n') })
    },
  }
}

function licenceText(folder: string): string {
  const { name, version, license }: Record<string, string> = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  )
  const files = readdirSync(folder).filter(file => LICENCE_FILE.test(file))
  const texts = files.map(file => readFileSync(path.join(folder, file), 'utf8').trim())
  return [`${name} ${version}, ${license}`, ...texts].join('\n\n')
}

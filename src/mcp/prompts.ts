import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod/mini'
import { standardSchema } from './tool.ts'

/** As deep below the root as `dist/program`, where the bundle of this file lies. */
const SKILL_FILE = path.resolve(import.meta.dirname, '../../skills/sitesounder/SKILL.md')
const FRONT_MATTER = /^---\n.*?\n---\n+/s

const fixMySite = standardSchema(
  z.strictObject({
    url: z.string().check(z.maxLength(2_048), z.describe('Where the site is served, such as http://127.0.0.1:8080/.')),
    source: z.exactOptional(z.string().check(z.maxLength(1_000), z.describe('Folder of its source.'))),
  }),
)

/** Prompts that a person may choose: each is the skill, for one site. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    'fix_my_site',
    {
      title: 'Fix my site',
      description: 'Audit a site, fix what is wrong in its source, and check each fix.',
      argsSchema: fixMySite,
    },
    async ({ url, source }) => {
      const skill = (await readFile(SKILL_FILE, 'utf8')).replace(FRONT_MATTER, '')
      const where =
        source === undefined ? 'Its source is in the folder you are working in.' : `Its source is in ${source}.`
      const text = `Fix the website at ${url}. ${where}\n\n${skill}`
      return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
    },
  )
}

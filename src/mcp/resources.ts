import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { checkEndpoints } from '#shared/api/checks.ts'
import { crawlEndpoints } from '#shared/api/crawls.ts'
import { websiteEndpoints } from '#shared/api/websites.ts'
import { AppError } from '#shared/errors.ts'
import { dataBlock, dataLine, fittingLine, MAX_DATA_WEIGHT, newNonce } from './data-block.ts'
import type { ToolDeps } from './tool.ts'
import { statusData, statusSentence } from './tools/audits.ts'
import { explanation } from './tools/findings.ts'

/** Resources: what each check is about, and the report of each website. */

const TEXT = 'text/plain'
/** Fixes in a report: top_fixes has all. */
const REPORT_FIXES = 20
/** Websites that are listed as resources: list_websites has all. */
const LISTED_WEBSITES = 50

export function addResources(server: McpServer, { api, randomBytes }: ToolDeps): void {
  server.registerResource(
    'checks',
    'sitesounder://checks',
    { title: 'All checks', description: 'Id, severity and title of every check.', mimeType: TEXT },
    async ({ href }) => {
      const { body } = await api.call(checkEndpoints.listChecks)
      return textContents(href, body.map(({ id, severity, title }) => `${id} (${severity}): ${title}`).join('\n'))
    },
  )
  const checkIds = async (begun: string) => {
    const { body } = await api.call(checkEndpoints.listChecks)
    return body.map(({ id }) => id).filter(id => id.startsWith(begun))
  }
  server.registerResource(
    'check',
    new ResourceTemplate('sitesounder://checks/{check}', { list: undefined, complete: { check: checkIds } }),
    {
      title: 'What a check is about',
      description: 'Why a check matters and how to fix what it finds.',
      mimeType: TEXT,
    },
    async ({ href }, { check: id }) => {
      const { body } = await api.call(checkEndpoints.listChecks)
      const check = body.find(each => each.id === id)
      if (!check) throw new AppError('not-found', 'There is no such check: sitesounder://checks lists them.')
      return textContents(href, explanation(check))
    },
  )
  server.registerResource(
    'report',
    new ResourceTemplate('sitesounder://websites/{websiteId}/report', {
      list: async () => {
        const { body } = await api.call(websiteEndpoints.listWebsites)
        const resources = body.slice(0, LISTED_WEBSITES).map(({ id, url }) => ({
          uri: `sitesounder://websites/${id}/report`,
          // The host alone, which is ASCII without spaces: a path may say anything.
          name: `Report of website ${id} (${new URL(url).host})`,
          mimeType: TEXT,
        }))
        return { resources }
      },
    }),
    {
      title: 'Report of a website',
      description: 'Totals, health score and best fixes of its newest crawl.',
      mimeType: TEXT,
    },
    async ({ href }, { websiteId }) => {
      const id = Number(websiteId)
      const { body: result } = await api.call(crawlEndpoints.crawlResult, { id })
      const { body: checks } = await api.call(checkEndpoints.crawlChecks, { id })
      const fixes = checks
        .filter(({ issueCount }) => issueCount > 0)
        .slice(0, REPORT_FIXES)
        .map(({ id: check, title, severity, issueCount, pageCount, gain }) =>
          dataLine({ check, title, severity, issues: issueCount, pages: pageCount, gain }),
        )
      const block = dataBlock([fittingLine(statusData(result), MAX_DATA_WEIGHT / 2), ...fixes], newNonce(randomBytes))
      return textContents(href, `${statusSentence(result)}\n\n${block}`)
    },
  )
}

function textContents(uri: string, text: string) {
  return { contents: [{ uri, mimeType: TEXT, text }] }
}

import * as z from 'zod/mini'
import { criterionTests } from '../wcag.ts'
import type { EndpointTable } from './contract.ts'
import { crawl, id } from './values.ts'

const checkFindings = z.object({
  id: z.string(),
  title: z.string(),
  issueCount: z.number(),
  pageCount: z.number(),
  /** The check ran in this crawl. */
  hasRun: z.boolean(),
})

const fileLine = z.object({ line: z.number(), text: z.string() })

export const readinessSchema = z.object({
  /** What programs find that read the website for AI products. Information: nothing of it is a rule that search engines enforce. */
  agents: z.object({
    /** What robots.txt of each own origin says of its start page to each crawler; none where it was not read. */
    robots: z.array(
      z.object({
        url: z.string(),
        crawlers: z.array(
          z.object({
            token: z.string(),
            maker: z.string(),
            purpose: z.enum(['search', 'visit', 'training']),
            isOpen: z.boolean(),
            /** A group names it; what holds for every crawler does not hold for it. */
            isNamed: z.boolean(),
            line: z.nullable(fileLine),
          }),
        ),
        contentSignals: z.array(fileLine),
      }),
    ),
    /** null where the crawl did not request it. */
    llmsFile: z.nullable(
      z.object({
        url: z.string(),
        /** null without a response. */
        status: z.nullable(z.number()),
        isFound: z.boolean(),
        hasTitle: z.boolean(),
        totalLinks: z.number(),
        characters: z.number(),
      }),
    ),
    /** Markdown files that the crawl knows. */
    markdown: z.object({ urls: z.number(), found: z.number(), alternates: z.number() }),
    /** Estimates: four tokens for three words of main text, and one for four bytes of HTML as sent. */
    tokens: z.object({
      pages: z.number(),
      mainText: z.number(),
      html: z.number(),
      largest: z.array(z.object({ url: z.string(), mainText: z.number(), html: z.number() })),
    }),
    /** Of pages whose scripts were run, the first few; null where the crawl ran none. */
    scripts: z.nullable(
      z.object({
        pages: z.number(),
        /** Words of the main text without scripts, and those that only scripts add. */
        sourceWords: z.number(),
        addedWords: z.number(),
        /** Pages at least half of whose words only scripts add. */
        mostlyScripted: z.number(),
      }),
    ),
    checks: z.array(checkFindings),
  }),
  /** Every success criterion of WCAG 2.2, levels A and AA. That no finding is listed does not say that a criterion is met. */
  accessibility: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      level: z.enum(['A', 'AA']),
      url: z.string(),
      /** tested: automatically; partly: some ways to fail it are; person: it needs one. */
      test: z.enum(criterionTests),
      checks: z.array(checkFindings),
      /** Rules of axe-core, with the issue of this crawl that each has. They run on rendered pages. */
      rules: z.array(
        z.object({ rule: z.string(), issueId: z.nullable(id), pageCount: z.number(), hasRun: z.boolean() }),
      ),
    }),
  ),
})
export type ReadinessResponse = z.infer<typeof readinessSchema>

export const readinessEndpoints = {
  readiness: {
    access: 'view',
    scope: 'read',
    method: 'GET',
    path: '/api/readiness/:id',
    response: readinessSchema,
    tag: 'Results',
    summary: 'What AI agents find on a website, and how each WCAG 2.2 success criterion was tested',
    query: { crawl },
  },
} as const satisfies EndpointTable

/** The own rules of a website. A crawl checks those that it began with, so changes are used by crawling again. */
import { Plus, RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { WebsiteResponse } from '#shared/api/websites.ts'
import { MAX_RULES, type OwnRule } from '#shared/own-rules.ts'
import { fieldColumnsOf } from '#shared/page-columns.ts'
import { readConditions } from '#shared/page-conditions.ts'
import { newRuleId } from '#shared/rule-mistakes.ts'
import { SeverityBadge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { useLeaveEntry, useUnsaved } from '../../components/unsaved-changes.tsx'
import { isCrawlActive, useCrawlAgain } from '../../queries/crawls.ts'
import { NamedConditions } from './named-conditions.tsx'
import { RuleForm } from './rule-form.tsx'

export function RulesTab({ website }: { website: WebsiteResponse }) {
  const known = website.options.rules
  const [rules, setRules] = useState<readonly OwnRule[]>(known)
  /** Index of the one that is changed, `rules.length` for a new one; null while none is. */
  const [edited, setEdited] = useState<number | null>(null)
  const leaveEntry = useLeaveEntry()
  const form = (index: number) => (
    <RuleForm
      websiteId={website.id}
      fields={fieldColumnsOf(website.options)}
      initial={rules[index] ?? null}
      onRule={changed => {
        const id =
          rules[index]?.id ??
          newRuleId(
            changed.title,
            rules.map(rule => rule.id),
          )
        setRules([...rules.slice(0, index), { ...changed, id }, ...rules.slice(index + 1)])
        setEdited(null)
      }}
      onCancel={() => setEdited(null)}
    />
  )
  return (
    <div className="space-y-4">
      <p className="text-ink-muted text-sm">
        A rule is a check of your own: the pages that meet all of its conditions are one finding, in lists, files and
        the health score.
      </p>
      {rules.length > 0 && (
        <ul aria-label="Own rules" className="divide-y divide-line">
          {rules.map((rule, index) => (
            <li key={rule.id} className="py-3">
              {edited === index ? (
                form(index)
              ) : (
                <NamedConditions
                  websiteId={website.id}
                  name={rule.title}
                  badge={<SeverityBadge severity={rule.severity} />}
                  conditions={readConditions(rule.conditions) ?? []}
                  onChange={() => leaveEntry(() => setEdited(index))}
                  onRemove={() =>
                    leaveEntry(() => {
                      setRules(rules.filter(each => each !== rule))
                      setEdited(null)
                    })
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {edited === rules.length
        ? form(edited)
        : rules.length < MAX_RULES && (
            <Button size="small" onClick={() => leaveEntry(() => setEdited(rules.length))}>
              <Plus aria-hidden />
              Add rule
            </Button>
          )}
      <div className="border-line border-t pt-4">
        <p className="mb-3 text-ink-muted text-sm">
          Rules are checked by the next crawl, and by all after it. Changes that no crawl has used are not kept.
        </p>
        <CrawlWithRules website={website} rules={rules} isChanged={rules !== known} isEditing={edited !== null} />
      </div>
    </div>
  )
}

interface CrawlWithRulesProps {
  website: WebsiteResponse
  rules: readonly OwnRule[]
  isChanged: boolean
  isEditing: boolean
}

function CrawlWithRules({ website, rules, isChanged, isEditing }: CrawlWithRulesProps) {
  const { repeat, isPending, isSuccess } = useCrawlAgain()
  useUnsaved(isChanged && !isPending && !isSuccess)
  const crawl = () => repeat({ ...website, website, options: { ...website.options, rules: [...rules] } })
  return (
    <Button
      variant="primary"
      isBusy={isPending}
      disabled={!isChanged || isEditing || isCrawlActive(website)}
      onClick={crawl}
    >
      {!isPending && <RotateCw aria-hidden />}
      {isPending ? 'Crawling...' : 'Crawl again with these rules'}
    </Button>
  )
}

/** The tabs of "Fields, rules and segments". */
import type { WebsiteResponse } from '#shared/api/websites.ts'
import { Tab, TabList, TabPanel, Tabs } from '../../components/tabs.tsx'
import { FieldsTab } from './fields-tab.tsx'
import { RulesTab } from './rules-tab.tsx'
import { SegmentsTab } from './segments-tab.tsx'

const tabs = [
  { value: 'fields', name: 'Custom fields', Panel: FieldsTab },
  { value: 'rules', name: 'Own rules', Panel: RulesTab },
  { value: 'segments', name: 'Segments', Panel: SegmentsTab },
] as const

interface WebsiteDataProps {
  website: WebsiteResponse
  tab: string
  onTab: (tab: string) => void
}

export function WebsiteData({ website, tab, onTab }: WebsiteDataProps) {
  const chosen = tabs.find(each => each.value === tab)?.value ?? 'fields'
  return (
    <Tabs value={chosen} onValueChange={onTab} className="px-5 pt-2 pb-5">
      <TabList aria-label="Fields, rules and segments">
        {tabs.map(({ value, name }) => (
          <Tab key={value} value={value}>
            {name}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ value, Panel }) => (
        <TabPanel key={value} value={value}>
          <Panel website={website} />
        </TabPanel>
      ))}
    </Tabs>
  )
}

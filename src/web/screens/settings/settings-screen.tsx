/** "Settings" in three tabs; the chosen tab is in the URL. */
import { PageHeader } from '../../components/page-header.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../components/tabs.tsx'
import { useUrlState } from '../../state/url-state.ts'
import { ApiKeysTab } from './api-keys-tab.tsx'
import { CrawlSettingsTab } from './crawl-settings-tab.tsx'
import { GeneralTab } from './general-tab.tsx'

const urlDefaults = { tab: 'general' }

const tabs = [
  { value: 'general', name: 'General', Panel: GeneralTab },
  { value: 'api-keys', name: 'API Keys', Panel: ApiKeysTab },
  { value: 'crawl', name: 'Crawl Settings', Panel: CrawlSettingsTab },
] as const

export function SettingsScreen() {
  const [{ tab }, changeUrl] = useUrlState(urlDefaults)
  const chosen = tabs.find(each => each.value === tab)?.value ?? urlDefaults.tab
  return (
    <>
      <PageHeader title="Settings" description="Appearance, API keys, crawl defaults and your data." />
      <Tabs value={chosen} onValueChange={value => changeUrl({ tab: value })} className="max-w-3xl">
        <TabList aria-label="Settings">
          {tabs.map(({ value, name }) => (
            <Tab key={value} value={value}>
              {name}
            </Tab>
          ))}
        </TabList>
        {tabs.map(({ value, Panel }) => (
          <TabPanel key={value} value={value} className="space-y-5 pt-5">
            <Panel />
          </TabPanel>
        ))}
      </Tabs>
    </>
  )
}

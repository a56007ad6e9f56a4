/** The landing page: what the product does, the crawl form and sample issues. It does not use the common layout. */
import {
  CornerUpRight,
  FileText,
  Image,
  LockKeyhole,
  type LucideIcon,
  Network,
  ShieldCheck,
  Tags,
  Unlink,
} from 'lucide-react'
import { FOOTER_TEXT, PRODUCT_NAME, VERSION_LABEL } from '#shared/constants.ts'
import { latestWebsite } from '#shared/current-website.ts'
import { hrefTo } from '#shared/routes.ts'
import { Brand } from '../../components/brand.tsx'
import { Button } from '../../components/button.tsx'
import { SkipLinks, useShortcuts } from '../../layout/keyboard.tsx'
import { ThemeToggle } from '../../layout/theme-toggle.tsx'
import { useWebsites } from '../../queries/websites.ts'
import { useAuth } from '../../state/signed-in-user.ts'
import { Contours } from './contours.tsx'
import { ScanForm } from './scan-form.tsx'
import { Sounding } from './sounding.tsx'

const subjects: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Unlink,
    title: 'Broken links',
    text: 'Checked more than once before they are reported as broken, with every page that links to them.',
  },
  {
    icon: Tags,
    title: 'Meta data',
    text: 'Titles, descriptions and headings: missing, duplicate, too short or too long.',
  },
  {
    icon: CornerUpRight,
    title: 'Redirects',
    text: 'Followed hop by hop: chains, loops and temporary redirects.',
  },
  { icon: FileText, title: 'Duplicates', text: 'Pages with the same content at several URLs.' },
  {
    icon: Image,
    title: 'Images',
    text: 'Missing alt text, images that do not load, and images that are too large.',
  },
  {
    icon: ShieldCheck,
    title: 'Indexability',
    text: 'robots.txt, noindex, canonicals and language versions, and where they contradict each other.',
  },
  {
    icon: Network,
    title: 'Structure',
    text: 'Crawl depth of each page, orphan pages, dead ends, and pages with a single internal link.',
  },
  {
    icon: LockKeyhole,
    title: 'Security and accessibility',
    text: 'Mixed content, unencrypted forms, unlabelled fields and buttons, pages that do not fit a phone screen.',
  },
]

export function LandingScreen() {
  useShortcuts()
  const { user } = useAuth()
  return (
    <div className="relative isolate flex min-h-dvh flex-col">
      <SkipLinks />
      <Contours />
      <LandingHeader />
      <main id="main" tabIndex={-1} className="flex-1">
        <section className="px-4 pt-10 pb-14 sm:px-6 sm:pt-20 sm:pb-20">
          <div className="mx-auto max-w-3xl text-center">
            <h1 className="font-semibold text-[2.75rem] leading-none tracking-[-0.035em] sm:text-7xl">
              {PRODUCT_NAME}
            </h1>
            <p className="mx-auto mt-5 max-w-xl text-balance text-ink-muted text-lg sm:text-xl">
              Audit your website for SEO and Core Vital best practices.
            </p>
            <div className="mt-9">
              <ScanForm />
            </div>
            <p className="mt-4 text-ink-muted text-sm">
              {user === null
                ? 'No account needed. Results are yours alone, and are cleared after you leave.'
                : 'Results are kept in your account.'}
            </p>
          </div>
        </section>
        <section aria-labelledby="findings" className="mx-auto max-w-4xl px-4 pb-16 sm:px-6 sm:pb-20">
          <h2 id="findings" className="font-semibold text-2xl tracking-tight">
            Every page sounded, down to the last click
          </h2>
          <p className="mt-1.5 mb-6 max-w-prose text-ink-muted">
            Each issue says what is wrong, why it matters and how to fix it, with the evidence. Examples:
          </p>
          <Sounding />
        </section>
        <section aria-labelledby="subjects" className="border-line border-t bg-surface">
          <div className="mx-auto max-w-6xl px-4 py-14 sm:px-6 sm:py-16">
            <h2 id="subjects" className="font-semibold text-2xl tracking-tight">
              What we check
            </h2>
            <ul className="mt-7 grid gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-4">
              {subjects.map(({ icon: Icon, title, text }) => (
                <li key={title}>
                  <Icon aria-hidden className="mb-2.5 size-5 text-accent" />
                  <h3 className="font-semibold text-[0.9375rem]">{title}</h3>
                  <p className="mt-1 text-ink-muted text-sm">{text}</p>
                </li>
              ))}
            </ul>
          </div>
        </section>
      </main>
      <footer className="border-line border-t bg-surface">
        <div className="mx-auto flex max-w-6xl justify-between gap-4 px-4 py-5 text-ink-muted text-xs sm:px-6">
          <p>{FOOTER_TEXT}</p>
          <p className="figures">{VERSION_LABEL}</p>
        </div>
      </footer>
    </div>
  )
}

/** Links to the latest results, if there are any. */
function LandingHeader() {
  const latest = latestWebsite(useWebsites().data ?? [])
  return (
    <header className="mx-auto flex h-16 w-full max-w-6xl items-center gap-3 px-4 sm:px-6">
      <Brand />
      <div className="ml-auto flex min-w-0 items-center gap-1">
        {latest && (
          <Button href={hrefTo('dashboard', latest.id)} variant="ghost" className="min-w-0 shrink">
            <span className="truncate">
              Results<span className="max-sm:sr-only"> of {URL.parse(latest.url)?.host ?? latest.url}</span>
            </span>
          </Button>
        )}
        <ThemeToggle />
      </div>
    </header>
  )
}

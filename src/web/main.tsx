/**
 * The browser's side: one document per screen, drawn here from the address and the document's boot data. It reads and shows; it
 * decides nothing that the server must decide, and sends nothing anywhere but to its own server.
 */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, StrictMode, Suspense } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { matchRoute } from '#shared/routes.ts'
import { LoadingState } from './components/loading-state.tsx'
import { ToastProvider } from './components/toast.tsx'
import { BootContext, parseBoot } from './layout/boot.ts'
import { ErrorBoundary } from './layout/error-boundary.tsx'
import { Layout } from './layout/layout.tsx'
import { browserStorage } from './queries/browser-storage.ts'
import { watchCrawls } from './queries/crawl-watch.ts'
import { watchPresence } from './queries/presence.ts'
import { createQueryClient, persistCache, restoreCache } from './queries/query-client.ts'
import { screens } from './screens/index.ts'
import './styles.css'

const route = matchRoute(location.pathname)
const Screen = lazy(screens[route.screen])

function Application({ client }: { client: QueryClient }) {
  const boot = parseBoot(document.getElementById('boot')?.textContent)
  const screen = (
    <ErrorBoundary>
      <Suspense fallback={route.screen === 'landing' ? null : <LoadingState message="Loading..." />}>
        <Screen />
      </Suspense>
    </ErrorBoundary>
  )
  return (
    <BootContext value={boot}>
      <QueryClientProvider client={client}>
        <ToastProvider>{route.screen === 'landing' ? screen : <Layout route={route}>{screen}</Layout>}</ToastProvider>
      </QueryClientProvider>
    </BootContext>
  )
}

function start(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('the document has no #root')
  const client = createQueryClient()
  const storage = browserStorage(() => sessionStorage)
  restoreCache(client, storage, Date.now())
  watchCrawls(client)
  watchPresence(client)
  addEventListener('pagehide', () => persistCache(client, storage))
  // At once, so that the first frame of a view transition already has the layout.
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <Application client={client} />
      </StrictMode>,
    ),
  )
}

// A prerendered document counts as hidden and must send nothing until somebody looks at it.
if ('prerendering' in document && document.prerendering)
  document.addEventListener('prerenderingchange', start, { once: true })
else start()

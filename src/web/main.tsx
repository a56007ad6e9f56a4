/**
 * Entry of the front end: one document per screen, rendered from its URL and boot data. It sends requests to its own server alone, and
 * the server checks every permission.
 */
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, StrictMode, Suspense, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { matchRoute, startBelow } from '#shared/routes.ts'
import { sharePrefix } from '#shared/sharing.ts'
import { AuthProvider } from './layout/auth.tsx'
import { ErrorBoundary } from './layout/error-boundary.tsx'
import { Layout } from './layout/layout.tsx'
import { ToastProvider } from './layout/toast.tsx'
import { watchCrawls } from './queries/crawl-watch.ts'
import { watchPresence } from './queries/presence.ts'
import { createQueryClient, persistCache, restoreCache } from './queries/query-client.ts'
import { screens } from './screens/index.ts'
import { BootContext, parseBoot } from './state/boot.ts'
import { browserStorage, noStorage } from './state/browser-storage.ts'
import { readAuthUser } from './state/signed-in-user.ts'
import './styles.css'

startBelow(location.pathname)
const route = matchRoute(location.pathname)
const isShared = sharePrefix(location.pathname) !== ''

const loadedScreen = loadScreen()
const SharedDocument = lazy(() =>
  import('./layout/shared-document.tsx').then(part => ({ default: part.SharedDocument })),
)

/** The error boundary shows a module that cannot be loaded, such as after an update of the server. */
async function loadScreen(): Promise<ComponentType> {
  try {
    return (await screens[route.screen]()).default
  } catch (cause) {
    return () => {
      throw new Error('its code could not be loaded', { cause })
    }
  }
}

/** No Suspense: React delays content after a fallback by 300 ms, and the document preloads the module. */
function ScreenSlot() {
  const [Screen, setScreen] = useState<ComponentType | null>(null)
  useEffect(() => {
    void loadedScreen.then(screen => setScreen(() => screen))
  }, [])
  return Screen ? <Screen /> : <div className="min-h-dvh" />
}

function start(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('the document has no #root')
  const client = createQueryClient()
  // What a share link shows is kept nowhere, and touches nothing that the recipient keeps.
  const ofTab = isShared ? noStorage : browserStorage(() => sessionStorage)
  const ofBrowser = isShared ? noStorage : browserStorage(() => localStorage)
  const storedUser = readAuthUser(ofBrowser)
  const cacheStorage = { storage: ofTab, ownerId: storedUser?.id ?? null }
  restoreCache(client, { ...cacheStorage, nowMs: Date.now() })
  watchCrawls(client)
  if (!isShared) watchPresence(client, { isUserStored: storedUser !== null })
  addEventListener('pagehide', () => persistCache(client, cacheStorage))

  const screen = (
    <ErrorBoundary>
      <ScreenSlot />
    </ErrorBoundary>
  )
  // Synchronous, so that the first frame of a view transition has the layout.
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <BootContext value={parseBoot(document.getElementById('boot')?.textContent)}>
          <QueryClientProvider client={client}>
            <ToastProvider>
              <AuthProvider storedUser={storedUser} localStorage={ofBrowser} sessionStorage={ofTab}>
                {/* Around the layout as well: an update of the server may have removed chunks of it. */}
                <ErrorBoundary>
                  {isShared ? (
                    <Suspense fallback={null}>
                      <SharedDocument route={route}>{screen}</SharedDocument>
                    </Suspense>
                  ) : route.screen === 'landing' ? (
                    screen
                  ) : (
                    <Layout route={route}>{screen}</Layout>
                  )}
                </ErrorBoundary>
              </AuthProvider>
            </ToastProvider>
          </QueryClientProvider>
        </BootContext>
      </StrictMode>,
    ),
  )
}

// A prerendered document sends nothing until it is shown.
if ('prerendering' in document && document.prerendering)
  document.addEventListener('prerenderingchange', start, { once: true })
else start()

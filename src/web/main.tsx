/**
 * The browser's side: one document per screen, drawn here from the address and the document's boot data. It reads and shows; it
 * decides nothing that the server must decide, and sends nothing anywhere but to its own server.
 */
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, StrictMode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { matchRoute } from '#shared/routes.ts'
import { AuthProvider } from './layout/auth.tsx'
import { ErrorBoundary } from './layout/error-boundary.tsx'
import { Layout } from './layout/layout.tsx'
import { ToastProvider } from './layout/toast.tsx'
import { watchCrawls } from './queries/crawl-watch.ts'
import { watchPresence } from './queries/presence.ts'
import { createQueryClient, persistCache, restoreCache } from './queries/query-client.ts'
import { screens } from './screens/index.ts'
import { BootContext, parseBoot } from './state/boot.ts'
import { browserStorage } from './state/browser-storage.ts'
import { readAuthUser } from './state/signed-in-user.ts'
import './styles.css'

const route = matchRoute(location.pathname)

const loadedScreen = loadScreen()

/** A module that cannot be loaded, such as after an update of the server, becomes the error boundary's business. */
async function loadScreen(): Promise<ComponentType> {
  try {
    return (await screens[route.screen]()).default
  } catch (cause) {
    return () => {
      throw new Error('its code could not be loaded', { cause })
    }
  }
}

/** No Suspense: React holds back what follows a fallback for 300 ms, and the module is preloaded by the document. */
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
  const ofTab = browserStorage(() => sessionStorage)
  const ofBrowser = browserStorage(() => localStorage)
  const rememberedUser = readAuthUser(ofBrowser)
  const cacheKeeping = { storage: ofTab, ownerId: rememberedUser?.id ?? null }
  restoreCache(client, { ...cacheKeeping, nowMs: Date.now() })
  watchCrawls(client)
  watchPresence(client, { isUserRemembered: rememberedUser !== null })
  addEventListener('pagehide', () => persistCache(client, cacheKeeping))

  const screen = (
    <ErrorBoundary>
      <ScreenSlot />
    </ErrorBoundary>
  )
  // At once, so that the first frame of a view transition already has the layout.
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <BootContext value={parseBoot(document.getElementById('boot')?.textContent)}>
          <QueryClientProvider client={client}>
            <ToastProvider>
              <AuthProvider rememberedUser={rememberedUser} localStorage={ofBrowser} sessionStorage={ofTab}>
                {/* Around the layout as well: parts of it are loaded on demand, and may have gone with an update of the server. */}
                <ErrorBoundary>
                  {route.screen === 'landing' ? screen : <Layout route={route}>{screen}</Layout>}
                </ErrorBoundary>
              </AuthProvider>
            </ToastProvider>
          </QueryClientProvider>
        </BootContext>
      </StrictMode>,
    ),
  )
}

// A prerendered document counts as hidden and must send nothing until somebody looks at it.
if ('prerendering' in document && document.prerendering)
  document.addEventListener('prerenderingchange', start, { once: true })
else start()

import type { Page } from 'playwright-core'
import { endpoints } from '#shared/api/endpoints.ts'
import { STORAGE_KEY_AUTH_USER } from '#shared/constants.ts'

interface SignIn {
  /** Of the server. */
  origin: string
  username: string
  password: string
}

/** Signs the page's visitor in without the form, which loads a screen twice. The next screen of the page shows the user at once. */
export async function signInByApi(page: Page, { origin, ...data }: SignIn): Promise<void> {
  const response = await page.request.post(origin + endpoints.login.path, { data, headers: { origin } })
  const { user } = endpoints.login.response.parse(await response.json())
  // A document of the origin that runs no script of ours: local storage belongs to the origin.
  await page.goto(origin + endpoints.session.path)
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    STORAGE_KEY_AUTH_USER,
    JSON.stringify(user),
  ] as const)
}

import type { SandboxRule } from '#browser/sandbox.ts'
import type { OriginRobots } from '#crawl/robots/known-robots.ts'
import type { Session } from '#fetch/access/request-access.ts'
import type { SignInResult, SigningIn } from '#fetch/access/sign-in-result.ts'
import type { TargetPolicy } from '#fetch/fetch.ts'
import type { Credentials } from '#shared/credentials.ts'
import type { CrawlRoute } from '#shared/outbound.ts'
import type { RenderedPage, RenderQuestion } from '#shared/rendering.ts'

/** What the operator decides about running the scripts of pages. */
export interface RenderSettings {
  /** Pages at once. */
  tabs: number
  timeoutMs: number
  /** Of the document that is read. */
  maxBytes: number
  userAgent: string
  sandbox: SandboxRule
}

/** Messages between the engine thread and the thread of the browser. Plain data. */
export interface RenderThreadData extends RenderSettings {
  policy: TargetPolicy
  /** Product token that robots.txt groups are matched against. */
  robotsToken: string
  /** An empty private folder; its creator removes it. */
  folder: string
}

export type ToRenderThread =
  | { kind: 'render'; id: number; question: RenderQuestion }
  | { kind: 'sign-in'; id: number; credentials: SigningIn; route: CrawlRoute | undefined }
  | { kind: 'cancel'; id: number }
  | RobotsMessage
  | CredentialsMessage
  | SessionMessage
  | { kind: 'forget'; crawlId: number }

export interface RobotsMessage {
  kind: 'robots'
  crawlId: number
  origin: string
  known: OriginRobots
}

export interface CredentialsMessage {
  kind: 'credentials'
  crawlId: number
  credentials: Credentials
}

/** Sent behind the credentials. */
export interface SessionMessage {
  kind: 'session'
  crawlId: number
  session: Session
}

export type FromRenderThread =
  /** The browser runs; its process group has this number. */
  | { kind: 'browser'; pid: number }
  | { kind: 'ready' }
  /** There is no browser, or it cannot be started. */
  | { kind: 'unavailable'; why: string; cause: string }
  | { kind: 'rendered'; id: number; page: RenderedPage }
  | { kind: 'signed-in'; id: number; result: SignInResult }
  | { kind: 'log'; event: string; details: Record<string, unknown> }

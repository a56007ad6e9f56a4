/** The graph on its canvas with highlighted search results, zoom buttons and a tooltip. */
import { Maximize, Minus, Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isKnownDepth } from '#shared/crawl-depth.ts'
import { HttpStatus } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { CrawledText } from '../../../components/crawled-text.tsx'
import { formatCount, formatNumber } from '../../../components/format.ts'
import type { StructurePage } from '../structure-pages.ts'
import { type GraphLink, type GraphNode, graphOf } from './graph-nodes.ts'
import { GraphView } from './graph-view.ts'

interface StructureGraphProps {
  pages: readonly StructurePage[]
  /** Pairs of page numbers. */
  links: readonly number[]
  areLinksShown: boolean
  /** Numbers of the pages that match the search; null without a search. */
  found: ReadonlySet<number> | null
  pageHref: (url: string) => string
}

interface Pointed {
  page: StructurePage
  x: number
  y: number
}

const ZOOM_STEP = 1.4

export function StructureGraph({ pages, links, areLinksShown, found, pageHref }: StructureGraphProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const view = useRef<GraphView | null>(null)
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const [isSettled, setSettled] = useState(false)
  const graph = useMemo(() => graphOf(pages), [pages])
  const linkLines = useMemo(() => linesOf(links, graph.nodes), [links, graph])
  const open = useRef(pageHref)
  useEffect(() => {
    open.current = pageHref
  })
  useEffect(() => {
    if (!canvas.current) return
    const mounted = new GraphView(canvas.current, {
      ...graph,
      isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
      events: {
        onPoint(node, place) {
          const page = node && pages[node.index]
          setPointed(page ? { page, ...place } : null)
        },
        onOpen(node, { isNewTab }) {
          const page = pages[node.index]
          if (!page) return
          const href = open.current(page.url)
          if (isNewTab) window.open(href, '_blank', 'noopener')
          else location.assign(href)
        },
        onSettled: () => setSettled(true),
      },
    })
    view.current = mounted
    return () => {
      mounted.destroy()
      view.current = null
    }
  }, [graph, pages])
  useEffect(() => view.current?.setFound(found), [found])
  useEffect(() => view.current?.setLinks(areLinksShown ? linkLines : []), [areLinksShown, linkLines])
  return (
    <div className="relative">
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Graph of ${formatCount(pages.length, 'page')}. The table below holds the same.`}
        data-settled={isSettled}
        className="block aspect-[8/5] max-h-[70dvh] min-h-80 w-full touch-pan-y select-none"
      />
      {!isSettled && (
        <p role="status" className="pointer-events-none absolute top-3 left-4 text-ink-muted text-sm">
          Arranging {formatCount(pages.length, 'page')}...
        </p>
      )}
      <div className="absolute right-3 bottom-3 flex flex-col gap-1.5">
        <Button size="icon-small" aria-label="Zoom in" title="Zoom in" onClick={() => view.current?.zoomBy(ZOOM_STEP)}>
          <Plus aria-hidden />
        </Button>
        <Button
          size="icon-small"
          aria-label="Zoom out"
          title="Zoom out"
          onClick={() => view.current?.zoomBy(1 / ZOOM_STEP)}
        >
          <Minus aria-hidden />
        </Button>
        <Button size="icon-small" aria-label="Show all" title="Show all" onClick={() => view.current?.reset()}>
          <Maximize aria-hidden />
        </Button>
      </div>
      {pointed && <PageTip pointed={pointed} width={canvas.current?.clientWidth ?? 0} />}
    </div>
  )
}

function linesOf(links: readonly number[], nodes: readonly GraphNode[]): GraphLink[] {
  const lines: GraphLink[] = []
  for (let index = 0; index < links.length; index += 2) {
    const [source, target] = [nodes[links[index] ?? -1], nodes[links[index + 1] ?? -1]]
    if (source && target) lines.push({ source, target })
  }
  return lines
}

const TIP_WIDTH_PX = 288
const TIP_GAP_PX = 14

/** The tooltip at the pointer; the table has the same data for keyboards. */
function PageTip({ pointed: { page, x, y }, width }: { pointed: Pointed; width: number }) {
  const issueCount = page.errors + page.warnings + page.infos
  const left = x + TIP_GAP_PX + TIP_WIDTH_PX > width ? Math.max(0, x - TIP_GAP_PX - TIP_WIDTH_PX) : x + TIP_GAP_PX
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 w-72 rounded-control border border-line bg-raised p-3 text-sm shadow-raised"
      style={{ left, top: y + TIP_GAP_PX }}
    >
      <CrawledText text={page.path} dir="ltr" className="figures line-clamp-3 break-all font-medium" />
      {page.title !== '' && <CrawledText text={page.title} className="line-clamp-2 break-words text-ink-muted" />}
      <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted text-xs">
        <HttpStatus status={page.status} />
        <span>
          {isKnownDepth(page.clicks)
            ? `${formatCount(page.clicks, 'click')} from the start page`
            : 'Found in a sitemap'}
        </span>
        <span>{issueCount === 0 ? 'No issues' : `${formatNumber(issueCount)} issues`}</span>
      </span>
    </div>
  )
}

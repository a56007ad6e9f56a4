/** Google's public report of a page. */
export function pageSpeedReportUrl(url: string): string {
  return `https://pagespeed.web.dev/analysis?url=${encodeURIComponent(url)}`
}

import type { NamelessFact } from '#shared/element-facts.ts'
import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'

export const frameTitleMissing = elementCheck<NamelessFact>({
  id: 'frame-title-missing',
  type: 'accessibility_issue',
  severity: 'warning',
  applies: 'html-shown',
  title: 'Iframes without a title',
  passedTitle: 'All iframes have a title',
  why: 'Screen readers announce a frame by its title. Without one, their users hear a URL or nothing, and cannot tell whether to enter the frame.',
  fix: 'Add a title attribute that says what the frame shows, such as "Map of the harbour".',
  example: {
    before: '<iframe src="https://maps.example/harbour"></iframe>',
    after: '<iframe src="https://maps.example/harbour" title="Map of the harbour"></iframe>',
  },
  sources: [
    { title: 'WCAG technique H64', url: 'https://www.w3.org/WAI/WCAG22/Techniques/html/H64' },
    { title: 'axe rule: frame-title', url: 'https://dequeuniversity.com/rules/axe/4.10/frame-title' },
  ],
  elements: ({ namelessFrames = [] }) => namelessFrames,
  identify: frame => frame,
  finding: frames => {
    const table = tableEvidence({
      label: 'Iframes without a title',
      columns: ['Tag', 'Line', 'Element'],
      items: frames,
      row: ({ tag, line, path }) => [tag, line, path],
    })
    return { message: `Iframes without a title: ${counted(frames.length, 'iframe')}`, evidence: [table] }
  },
})

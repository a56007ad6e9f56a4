import type { NamelessFact } from '#shared/element-facts.ts'
import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'

export const buttonNameMissing = elementCheck<NamelessFact>({
  id: 'button-name-missing',
  type: 'accessibility_issue',
  severity: 'warning',
  applies: 'html-shown',
  title: 'Buttons without an accessible name',
  passedTitle: 'Every button has an accessible name',
  why: 'A screen reader announces such a button only as "button", so its users cannot know what it does. Voice control cannot press it either.',
  fix: 'Add text to the button, or name an icon with aria-label.',
  example: {
    before: '<button><svg>…</svg></button>',
    after: '<button aria-label="Search"><svg aria-hidden="true">…</svg></button>',
  },
  sources: [
    {
      title: 'WCAG 2.2: Name, role, value (4.1.2)',
      url: 'https://www.w3.org/WAI/WCAG22/Understanding/name-role-value.html',
    },
  ],
  // A button with nothing but an image is not among them: the checks of alt texts report it.
  elements: page =>
    page.rendering?.isRendered ? page.namelessButtons : page.namelessButtons.filter(({ tag }) => !isNamedByScript(tag)),
  identify: button => button,
  finding: buttons => {
    const table = tableEvidence({
      label: 'Buttons without an accessible name',
      columns: ['Tag', 'Line', 'Element'],
      items: buttons,
      row: button => [button.tag, button.line, button.path],
    })
    return { message: `${counted(buttons.length, 'button')} without an accessible name`, evidence: [table] }
  },
})

/** A name without a value (`<button title>`): frameworks write it so on the server where a script in the browser knows the name. */
function isNamedByScript(tag: string): boolean {
  return /\s(?:title|aria-label)(?=[\s/>])/i.test(tag.replaceAll(/"[^"]*"|'[^']*'/g, '""'))
}

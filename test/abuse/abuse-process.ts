import { startAttacks } from './attacks.ts'
import { openSite } from './sites.ts'

/**
 * The process of the strangers with their websites (`attack URL`), or of the visitor's website (`site`): apart from the server, whose memory and
 * response times are measured. Says when it is ready; ends at the first message, with what was counted.
 */

const [role, serverUrl = ''] = process.argv.slice(2)
const next = new Promise(resolve => process.once('message', resolve))
const send = (message: object) => new Promise<void>(resolve => process.send?.(message, () => resolve()))

if (role === 'attack') {
  await using attacks = await startAttacks(serverUrl)
  await send({ ready: '' })
  await next
  await send({ counts: [...attacks.responses] })
} else {
  await using site = await openSite('small')
  await send({ ready: site.origin })
  await next
}
process.exit()

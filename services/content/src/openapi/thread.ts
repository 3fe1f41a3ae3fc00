// Entry point of the thread that reads specifications, one at a time, without access to the rest of the service.
import { threadWork } from '@quire/kit/thread'
import type { SpecificationOutcome, SpecificationTexts } from './read-specification.ts'

let reading: Promise<typeof import('./read-specification.ts')> | undefined

export default threadWork<SpecificationTexts, SpecificationOutcome>(
  async (texts) => (await load()).readSpecification(texts),
  load,
)

function load() {
  reading ??= import('./read-specification.ts')
  return reading
}

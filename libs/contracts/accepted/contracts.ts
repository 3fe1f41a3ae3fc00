import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openApiDocument } from '../src/index.ts'
import { breakages } from './compare-documents.ts'
import { eventBreakages, eventShapes } from './event-shapes.ts'
import { unpublishedOperations } from './published-operations.ts'

const documents = [
  { name: 'openapi.json', make: () => openApiDocument('http://localhost:4000'), compare: breakages },
  { name: 'events.json', make: eventShapes, compare: eventBreakages },
  { name: 'unpublished.json', make: unpublishedOperations, compare: () => [] },
]

/**
 * The interface, the events and the unpublished operations, as accepted and as they now are; `broken` lists what the
 * change would break, one line each.
 */
export const acceptedContracts = () =>
  documents.map(({ name, make, compare }) => {
    const file = fileURLToPath(new URL(name, import.meta.url))
    const present = readFileSync(file, 'utf8')
    const wanted = `${JSON.stringify(make(), null, 2)}\n`
    return { file, present, wanted, broken: compare(JSON.parse(present), JSON.parse(wanted)) }
  })

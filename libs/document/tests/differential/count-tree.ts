import type { BlockOf, JSONDocument } from '@quire/document'
import type { Counts } from './count-source.ts'

/** The sort, as the counter of sources has it, of each type of node that a page shows by itself. */
const sorts: { [type: string]: string } = {
  ...{ hint: 'hint', tabs: 'tabs', 'tabs-item': 'tab', stepper: 'stepper', 'stepper-step': 'step' },
  ...{ columns: 'columns', column: 'column', updates: 'updates', update: 'update', prompt: 'prompt', if: 'if' },
  ...{ embed: 'embed', file: 'file', 'content-ref': 'content-ref', 'reusable-content': 'include' },
  ...{ integration: 'integration', swagger: 'swagger', 'openapi-operation': 'openapi-operation' },
  ...{ 'openapi-schemas': 'openapi-schemas', 'openapi-webhook': 'openapi-webhook' },
  ...{ table: 'table', expandable: 'details', code: 'code', 'list-item': 'item', divider: 'divider', math: 'math' },
  ...{ 'heading-1': 'heading', 'heading-2': 'heading', 'heading-3': 'heading' },
  ...{ image: 'picture', 'inline-image': 'picture', drawing: 'picture' },
}

/** Counts the blocks and pictures of a document tree. */
export function countTree(document: JSONDocument): Counts {
  const counts: Counts = {}
  JSON.stringify(document, (_, value) => {
    const sort = isNode(value) ? sorts[value.type] : undefined
    if (sort) counts[sort] = (counts[sort] ?? 0) + 1
    const pictures = isNode(value) && value.type === 'table' ? picturesOf(value as BlockOf<'table'>) : 0
    if (pictures > 0) counts.picture = (counts.picture ?? 0) + pictures
    return value
  })
  return counts
}

/** True for blocks and inlines, which share names with marks. */
const isNode = (value: unknown): value is { type: string } =>
  typeof value === 'object' && value !== null && 'object' in value && ['block', 'inline'].includes(String(value.object))

/** The pictures that are values of cells; covers of cards are written as links. */
function picturesOf({ data: { definition, records, view } }: BlockOf<'table'>): number {
  const covers = view.type === 'cards' ? [view.coverDefinition, view.coverDefinitionDark] : []
  const columns = Object.values(definition).filter(({ id, type }) => type === 'image' && !covers.includes(id))
  return columns.reduce(
    (sum, { id }) => sum + Object.values(records).filter(({ values }) => values[id] !== undefined).length,
    0,
  )
}

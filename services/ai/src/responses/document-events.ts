import type { StoredResponseEvent } from '@quire/contracts'

type DocumentEvent = Extract<StoredResponseEvent, { type: 'response_document' }>
type Blocks = DocumentEvent['blocks']

/**
 * Converts the growing document of an answer to events: the last block of the event before is updated, and new blocks are
 * inserted after it. If earlier blocks change, because the writer has started again, a new step begins.
 */
export function documentEvents(): (blocks: Blocks) => DocumentEvent[] {
  let sent: string[] = []
  let stepIndex = 0
  return (blocks) => {
    const texts = blocks.map((block) => JSON.stringify(block))
    const firstChange = sent.findIndex((text, at) => text !== texts[at])
    const same = firstChange < 0 ? sent.length : firstChange
    const startsOver = same < sent.length - 1 || texts.length < sent.length
    if (startsOver) stepIndex += 1
    const updated = !startsOver && same < sent.length ? blocks.slice(same, same + 1) : []
    const inserted = startsOver ? blocks : blocks.slice(same + updated.length)
    sent = texts
    return [
      ...(updated.length > 0
        ? [{ type: 'response_document', stepIndex, operation: 'update', blocks: updated } as const]
        : []),
      ...(inserted.length > 0
        ? [{ type: 'response_document', stepIndex, operation: 'insert', blocks: inserted } as const]
        : []),
    ]
  }
}

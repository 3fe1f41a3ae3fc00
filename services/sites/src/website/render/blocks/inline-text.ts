import type { Inline } from '@quire/document'
import { characterOf } from '@quire/document/emoji'

/** The words of some inlines without their marks. */
export function plainOf(nodes: readonly Inline[]): string {
  const all = nodes.map((node): string => {
    if (node.object === 'text') return node.leaves.map(({ text }) => text).join('')
    if (node.type === 'link') return plainOf(node.nodes)
    if (node.type === 'annotation') return plainOf(node.nodes)
    if (node.type === 'emoji') return characterOf(node.data.code) ?? ''
    if (node.type === 'mention') return node.data.label ?? ''
    return node.type === 'button' ? node.data.label : ''
  })
  return all.join('').replace(/\s+/g, ' ').trim()
}

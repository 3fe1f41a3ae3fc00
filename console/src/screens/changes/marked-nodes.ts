/** The element around what a change has added or removed. */
export type Mark = 'ins' | 'del'

/**
 * Returns a text that is equal for nodes that readers see as the same; of an element alone if it is not `deep`. Addresses
 * within a revision, and those of files, which are signed for an hour, are other ones in each revision.
 */
export function keyOf(node: Node, deep = true): string {
  if (!(node instanceof Element)) return node.textContent ?? ''
  const html = deep ? node.outerHTML : (node.cloneNode(false) as Element).outerHTML
  return html.replaceAll(/(\/s\/[^/"]+)\/revisions\/[^/"]+/g, '$1').replaceAll(/\/v1\/downloads\/[\w.-]+/g, fileIn)
}

/** Returns the file that a signed address names, without the time until which it can be read. */
function fileIn(address: string): string {
  const [, claims = ''] = address.split('.')
  try {
    return /"blob":"[^"]*"/.exec(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))?.[0] ?? address
  } catch {
    return address
  }
}

/** Returns a copy of an element. A copy of what is gone has no ids, which belong to what has taken its place. */
export function clonedFor(element: Element, mark: Mark | undefined, deep = true): Element {
  const copy = element.cloneNode(deep) as Element
  if (mark === 'del') for (const one of [copy, ...copy.querySelectorAll('[id]')]) one.removeAttribute('id')
  return copy
}

import { DocumentError } from '@quire/document'
import type { Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse, type TreeAdapter } from 'parse5'

/** Limits of a tree; pages of documentation have a few thousand nodes and a depth of up to 60. */
const maxNodes = 100_000
const maxDepth = 250

/**
 * Parses a page of HTML as a browser does. Throws DocumentError (too-large, too-deep) during parsing, because the cost
 * of the parser grows with the depth.
 */
export function parseHtml(html: string): Root {
  const root = fromParse5(parse(html, { treeAdapter: countingAdapter(), sourceCodeLocationInfo: false }))
  return root.type === 'root' ? root : { type: 'root', children: [] }
}

function countingAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let nodes = 0
  let depth = 0
  const one = () => {
    nodes += 1
    if (nodes > maxNodes) throw new DocumentError('too-large', `A page may hold at most ${maxNodes} elements and texts`)
  }
  return {
    ...defaultTreeAdapter,
    createElement(...args) {
      one()
      return defaultTreeAdapter.createElement(...args)
    },
    createCommentNode(...args) {
      one()
      return defaultTreeAdapter.createCommentNode(...args)
    },
    insertText(...args) {
      one()
      defaultTreeAdapter.insertText(...args)
    },
    insertTextBefore(...args) {
      one()
      defaultTreeAdapter.insertTextBefore(...args)
    },
    onItemPush() {
      depth += 1
      if (depth > maxDepth) throw new DocumentError('too-deep', 'The page is nested too deeply')
    },
    onItemPop() {
      depth -= 1
    },
  }
}

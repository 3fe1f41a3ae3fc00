import { DocumentError } from '@quire/document'
import type { Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse, type TreeAdapter } from 'parse5'

/** Pages of documentation have some thousands of nodes; their deepest is some 60 deep. */
const mostNodes = 100_000
const mostDepth = 250

/**
 * The tree of a page of HTML, as a browser reads it. Throws DocumentError (too-large, too-deep) as soon as it holds
 * more than may be walked, since the parser's own work grows with the depth too.
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
    if (nodes > mostNodes)
      throw new DocumentError('too-large', `A page may hold at most ${mostNodes} elements and texts`)
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
      if (depth > mostDepth) throw new DocumentError('too-deep', 'The page is nested too deeply')
    },
    onItemPop() {
      depth -= 1
    },
  }
}

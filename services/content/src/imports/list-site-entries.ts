import { isMap, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml'

const maxEntries = 100
const maxDepth = 10

/** Lists the entries of a site's structure with their lines. The library refuses nesting without end. */
export function listSiteEntries(text: string): { entries: { line: number; words: string }[]; problem?: string } {
  const lines = new LineCounter()
  const document = parseDocument(text, { schema: 'core', uniqueKeys: false, lineCounter: lines })
  const [error] = document.errors
  const entries: { line: number; words: string }[] = []
  if (error) return { entries, problem: error.message.split('\n')[0]?.replace(/:$/, '') ?? 'it cannot be read' }
  const visit = (list: unknown, depth: number) => {
    if (!isSeq<Node>(list) || depth > maxDepth) return
    for (const item of list.items) {
      if (!isMap(item) || entries.length >= maxEntries) continue
      entries.push({ line: lines.linePos(item.range?.[0] ?? 0).line, words: wordsOf(item) })
      visit(item.get('children'), depth + 1)
    }
  }
  visit(document.getIn(['site', 'structure']), 0)
  return { entries }
}

function wordsOf(entry: YAMLMap): string {
  const [type, key] = ['type', 'key'].map((name) => String(entry.get(name) ?? '').slice(0, 100))
  return `the ${type || 'entry'} "${key}"`
}

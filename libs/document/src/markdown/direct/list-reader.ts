import type { List, ListItem, Paragraph } from 'mdast'
import { Inlines } from './inline-reader.ts'
import type { Points } from './points.ts'

/** An item of one line; its words begin with something that begins nothing else. */
const item = /^( *)([*+-]|(\d{1,9})[.)]) ([A-Za-z`[("\u0080-\uFFFF](?:.*[^ \n])?)$/

type Line = { indent: number; sign: string; number: string | undefined; words: string; start: number }

/** The list that the lines are, each of them an item of it or of a list in the item above; else nothing. */
export function readList(lines: readonly string[], start: number, points: Points): List | undefined {
  const items: Line[] = []
  let at = start
  for (const line of lines) {
    const [, indent, sign, number, words] = item.exec(line) ?? []
    if (indent === undefined || !sign || !words) return
    items.push({ indent: indent.length, sign, number, words, start: at + indent.length })
    at += line.length + 1
  }
  const waiting = items.reverse()
  const list = waiting.at(-1)?.indent === 0 ? listFrom(waiting, points) : undefined
  return waiting.length === 0 ? list : undefined
}

/** Reads the items of one list off the end of those that wait. */
function listFrom(waiting: Line[], points: Points): List | undefined {
  const first = waiting.at(-1)
  if (!first) return
  const start = points.at(first.start)
  const children: ListItem[] = []
  for (let line = waiting.at(-1); line?.indent === first.indent; line = waiting.at(-1)) {
    // Another sign begins another list.
    if (line.sign.at(-1) !== first.sign.at(-1)) return
    const read = itemFrom(waiting, line, points)
    if (!read) return
    children.push(read)
  }
  const end = children.at(-1)?.position?.end ?? start
  const ordered = first.number !== undefined
  const number = ordered ? Number(first.number) : null
  return { type: 'list', ordered, start: number, spread: false, children, position: { start, end: { ...end } } }
}

function itemFrom(waiting: Line[], line: Line, points: Points): ListItem | undefined {
  waiting.pop()
  const start = points.at(line.start)
  const from = line.start + line.sign.length + 1
  const inlines = new Inlines(line.words, from, points).read()
  if (!inlines) return
  const position = { start: points.at(from), end: points.at(from + line.words.length) }
  const paragraph: Paragraph = { type: 'paragraph', children: inlines, position }
  const next = waiting.at(-1)
  if (!next || next.indent <= line.indent) return itemOf([paragraph])
  // A number other than 1 goes on with the words above.
  if (next.indent !== from - line.start + line.indent || (next.number ?? '1') !== '1') return
  const list = listFrom(waiting, points)
  return list && itemOf([paragraph, list])

  function itemOf(children: ListItem['children']): ListItem {
    const end = children.at(-1)?.position?.end ?? position.end
    return { type: 'listItem', spread: false, checked: null, children, position: { start, end: { ...end } } }
  }
}

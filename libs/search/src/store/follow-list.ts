import type { Segment } from '../segment/segment.ts'
import { emptyView, extendView, replaceInView, type View } from '../view/view.ts'
import type { ListedSegment } from './segment-list.ts'

/** A view with the hashes of its segments. */
export interface ListedView {
  hashes: readonly string[]
  view: View
}

export const emptyListedView: ListedView = { hashes: [], view: emptyView }

/**
 * Returns the view of a list. Extends an older view if segments were only added or merged since, else starts from an
 * empty one. `find` knows every segment of the list.
 */
export function followList(
  before: ListedView,
  list: readonly ListedSegment[],
  find: (hash: string) => Segment,
): ListedView {
  return stepByStep(before, list, find) ?? stepByStep(emptyListedView, list, find) ?? emptyListedView
}

function stepByStep(
  { hashes, view: start }: ListedView,
  list: readonly ListedSegment[],
  find: (hash: string) => Segment,
): ListedView | undefined {
  let view = start
  let next = 0
  for (const [index, { hash, of = [] }] of list.entries()) {
    if (hashes[next] === hash) next++
    else if (next === hashes.length) view = extendView(view, find(hash))
    else if (of.length > 0 && of.every((source, offset) => hashes[next + offset] === source)) {
      view = replaceInView(view, index, of.length, find(hash))
      next += of.length
    } else return undefined
  }
  return next === hashes.length ? { hashes: list.map(({ hash }) => hash), view } : undefined
}

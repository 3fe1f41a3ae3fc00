import { syntaxTree } from '@codemirror/language'
import type { EditorState, StateCommand } from '@codemirror/state'

/** An item of a list at the margin, without a text. */
const emptyItem = /^(?:[-*+]|\d{1,9}[.)])(?: \[[ xX]\])? *$/

/**
 * Ends a list at its empty last item. A blank line goes between, since what is written right below an item belongs to it. Lets
 * other commands do their work elsewhere.
 */
export const leaveList: StateCommand = ({ state, dispatch }) => {
  const { ranges, main } = state.selection
  const line = state.doc.lineAt(main.head)
  if (ranges.length > 1 || !main.empty || line.number === 1) return false
  if (!emptyItem.test(line.text) || !isInList(state, line.from)) return false
  if (state.doc.line(line.number - 1).text.trim() === '') return false
  const changes = { from: line.from, to: line.to, insert: state.lineBreak }
  const selection = { anchor: line.from + state.lineBreak.length }
  dispatch(state.update({ changes, selection, scrollIntoView: true, userEvent: 'input' }))
  return true
}

/** False in a block of code, for example. */
function isInList(state: EditorState, at: number): boolean {
  for (let node = syntaxTree(state).resolveInner(at, 1).parent; node; node = node.parent)
    if (node.name === 'ListItem' || node.name === 'BulletList' || node.name === 'OrderedList') return true
  return false
}

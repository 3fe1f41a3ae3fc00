import { EditorSelection } from '@codemirror/state'
import type { Command } from '@codemirror/view'

/** Returns a command that puts signs around each selection; around a word with nothing selected, only the cursor. */
export const wrapWith =
  (before: string, after = before): Command =>
  (view) => {
    const transaction = view.state.changeByRange(({ from, to }) => ({
      changes: [
        { from, insert: before },
        { from: to, insert: after },
      ],
      range: EditorSelection.range(from + before.length, to + before.length),
    }))
    view.dispatch(transaction)
    return true
  }

/** Returns a command that begins each selected line with signs, or takes them away where all lines have them. */
export const prefixLines =
  (prefix: string): Command =>
  (view) => {
    const { doc, selection } = view.state
    const [first, last] = [doc.lineAt(selection.main.from).number, doc.lineAt(selection.main.to).number]
    const lines = Array.from({ length: last - first + 1 }, (_, index) => doc.line(first + index))
    const haveAll = lines.every(({ text }) => text.startsWith(prefix))
    const changes = lines.map(({ from }) => (haveAll ? { from, to: from + prefix.length } : { from, insert: prefix }))
    view.dispatch({ changes })
    return true
  }
